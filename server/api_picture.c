/*
 * api_picture.c - the board of a game as a picture: /game/ID.svg for a page or a printer,
 * /game/ID.txt for a chat or a mail.  Each shows what whoever asks may know.
 * SPDX-License-Identifier: MIT
 */
#include "core/names.h"
#include "core/numbers.h"
#include "core/picture.h"
#include "server/api.h"

static void draw(const table *t, gg_side viewer, gg_scene *scene)
{
    gg_match_view(t->match, viewer, table_use_room(t)->view);
    t->rules->draw(table_use_room(t)->view, viewer, scene);
    gg_title_house(t->rules, table_use_room(t)->view, scene);
    const gg_names names = gg_names_of(t->match);
    gg_names_dress(&names, scene);
    gg_scene_entitle(scene, t->rules->scenarios[t->scenario].title);
}

static void run_picture(hall *h, hall_game *game, hall_ask *ask, bool svg)
{
    static gg_scene_room room; /* large; on the loop only */
    table_who who;
    if (!hall_know(h, game, ask, &who)) return;
    if (game->table->match == NULL) {
        hall_refuse(h, ask, 409, "not-now", "The game has not begun.");
        return;
    }
    gg_scene scene = gg_scene_in(&room);
    draw(game->table, who.invited || who.spent ? GG_NOBODY : who.side, &scene);
    h->text = gg_text_over(h->text.bytes, h->text.limit);
    if (svg) gg_picture_svg(&scene, &h->text);
    else gg_picture_text(&scene, false, &h->text);
    if (h->text.cut) hall_refuse(h, ask, 500, "broken", "The picture is too large.");
    else
        hall_reply_picture(h, ask, svg ? "image/svg+xml" : "text/plain; charset=utf-8",
                           h->text.bytes, h->text.count);
}

void api_run_svg(hall *h, hall_game *game, hall_ask *ask) { run_picture(h, game, ask, true); }

void api_run_text(hall *h, hall_game *game, hall_ask *ask) { run_picture(h, game, ask, false); }
