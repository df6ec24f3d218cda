/*
 * group.c - orders to several units at once, for people at play: what is meant by them, and what
 * each unit would do.
 * SPDX-License-Identifier: MIT
 */
#include "cli/cli.h"
#include "core/board_question.h"
#include "core/question.h"

#include <stdlib.h>
#include <string.h>

/* ---- What is meant. ---- */

/* The word at the front, and past it; false: there is none. */
static bool next_word(const char **text, char *word, size_t limit)
{
    *text += strspn(*text, " ,");
    const size_t length = strcspn(*text, " ,");
    if (length == 0 || length >= limit) return false;
    memcpy(word, *text, length);
    word[length] = 0;
    *text += length;
    return true;
}

static void add_unit(gg_group *group, gg_unit unit)
{
    for (uint32_t i = 0; i < group->count; i++)
        if (group->units[i] == unit) return;
    if (group->count < GG_GROUP_MAX) group->units[group->count++] = unit;
}

/* Units by name; a commander stands for all he has under him. */
static void read_units(const gg_seat *seat, const char **text, gg_group *group)
{
    char word[GG_NAME_MAX];
    gg_unit under[GG_GROUP_MAX];
    for (const char *at = *text; next_word(&at, word, sizeof word); *text = at) {
        const gg_unit unit = gg_find_unit(seat->rules, seat->view, seat->side, word);
        if (unit == GG_NO_UNIT) break;
        const uint32_t count = gg_group_under(seat, unit, under);
        if (count == 0) add_unit(group, unit);
        for (uint32_t i = 0; i < count; i++) add_unit(group, under[i]);
    }
}

static const gg_mark *mark_of(const gg_scene *scene, gg_unit unit)
{
    for (uint32_t i = 0; i < scene->count; i++)
        if (scene->marks[i].unit == unit
            && (scene->marks[i].shape == GG_BLOCK || scene->marks[i].shape == GG_DISC))
            return &scene->marks[i];
    return NULL;
}

/* "to 54:24": the first of them goes there; "north 6": all of them go so far. */
static bool read_way(const gg_seat *seat, const char *text, gg_group *group)
{
    static const struct {
        const char *name;
        int x, y;
    } winds[] = {{"north", 0, 1}, {"south", 0, -1}, {"east", 1, 0}, {"west", -1, 0}};
    enum { TICKS = 1000, FAR = 500 };
    char word[32], question[128];
    int64_t whole = 0;
    gg_scene scene;
    gg_question asked;
    if (!next_word(&text, word, sizeof word)) return false;
    for (size_t i = 0; i < sizeof winds / sizeof *winds; i++) {
        gg_scan scan = gg_scan_over(text);
        gg_scan_spaces(&scan);
        if (strcmp(word, winds[i].name) != 0) continue;
        if (!gg_scan_int(&scan, 1, FAR, &whole) || !gg_scan_line_ends(&scan)) return false;
        group->by =
            (gg_point){(int32_t)whole * TICKS * winds[i].x, (int32_t)whole * TICKS * winds[i].y};
        return true;
    }
    cli_draw(seat->rules, seat->view, seat->side, &scene);
    const gg_mark *first = mark_of(&scene, group->units[0]);
    if (strcmp(word, "to") != 0 || first == NULL) return false;
    char name[GG_NAME_MAX];
    gg_text named = gg_text_over(name, sizeof name);
    seat->rules->write_unit(seat->view, group->units[0], &named);
    text += strspn(text, " ");
    snprintf(question, sizeof question, "measure %s %.80s", name, text);
    if (gg_read_question(seat->rules, seat->view, seat->side, question, &asked).text != NULL
        || asked.whom != GG_NO_UNIT)
        return false;
    if (scene.cell > 0) asked.to = gg_cell_middle(asked.to);
    group->by = (gg_point){asked.to.x - first->at.x, asked.to.y - first->at.y};
    group->to = asked.to;
    return true;
}

/* "form line": the order of the first, its name put behind the first word. */
static bool read_like(const gg_seat *seat, const char *text, gg_group *group)
{
    char order[GG_ACTION_TEXT_MAX], name[GG_NAME_MAX];
    gg_text named = gg_text_over(name, sizeof name);
    gg_complaint complaint;
    text += strspn(text, " ");
    const int word = (int)strcspn(text, " ");
    seat->rules->write_unit(seat->view, group->units[0], &named);
    snprintf(order, sizeof order, "%.*s %s%.200s", word, text, name, text + word);
    group->kind = GG_GROUP_LIKE;
    return word > 0 && gg_seat_read(seat, order, &group->like, &complaint)
           && group->like.who == group->units[0];
}

bool cli_read_group(const gg_seat *seat, const char *text, gg_group *group)
{
    *group = (gg_group){.kind = GG_GROUP_GO};
    read_units(seat, &text, group);
    return group->count > 0 && (read_way(seat, text, group) || read_like(seat, text, group));
}

void cli_group_of_all(const gg_seat *seat, gg_group *group)
{
    gg_action *offers = cli_memory(seat->rules->actions_max * sizeof *offers);
    const uint32_t count = gg_seat_offers(seat, offers, seat->rules->actions_max);
    *group = (gg_group){.kind = GG_GROUP_FIRE};
    for (uint32_t i = 0; i < count; i++)
        if (offers[i].who < seat->rules->unit_count) add_unit(group, offers[i].who);
    free(offers);
}

/* ---- What each would do. ---- */

static gg_group_room room_for(const gg_ruleset *rules)
{
    return (gg_group_room){.work = cli_memory(rules->state_bytes),
                           .scratch = cli_memory(rules->state_bytes),
                           .seen = cli_memory(rules->state_bytes),
                           .offers = cli_memory(rules->actions_max * sizeof(gg_action)),
                           .scene = cli_memory(sizeof(gg_scene_room)),
                           .log = {.events = cli_memory(GG_MATCH_EVENTS_MAX * sizeof(gg_event)),
                                   .limit = GG_MATCH_EVENTS_MAX}};
}

static void leave_room(gg_group_room *room)
{
    free(room->work), free(room->scratch), free(room->seen);
    free(room->offers), free(room->scene), free(room->log.events);
}

void cli_find_group(const gg_seat *seat, const gg_group *group, gg_group_plan *plan)
{
    gg_group_room room = room_for(seat->rules);
    gg_group_find(seat, group, &room, plan);
    leave_room(&room);
}

enum { WHOLE = 100 };

static void put_percent(gg_text *line, uint64_t share)
{
    gg_put_int(line, (int64_t)((share >> 32) * WHOLE / (GG_SHARE_ONE >> 32)));
    gg_put(line, " %");
}

static void put_part(gg_text *line, const gg_seat *seat, const gg_group_part *part)
{
    seat->rules->write_unit(seat->view, part->who, line);
    gg_put(line, ": ");
    if (part->fate == GG_GROUP_IDLE) gg_put(line, "nothing to do.");
    else if (part->fate == GG_GROUP_REFUSED) gg_put_verdict(line, seat->rules, part->verdict);
    else gg_seat_say(seat, &part->action, line);
    if (part->fate != GG_GROUP_DOES || part->whom == GG_NO_UNIT) return;
    gg_put(line, "; ");
    put_percent(line, part->harm);
    gg_put(line, " that it tells");
}

void cli_say_group(const gg_seat *seat, const gg_group_plan *plan, FILE *out)
{
    for (uint32_t i = 0; i < plan->count; i++) {
        char bytes[512];
        gg_text line = gg_text_over(bytes, sizeof bytes);
        gg_put(&line, "  ");
        put_part(&line, seat, &plan->parts[i]);
        cli_say_line(out, 4, bytes);
    }
}

/* ---- Danger. ---- */

static void say_danger(const gg_seat *seat, const char *where, const gg_danger *it, FILE *out)
{
    char bytes[512];
    gg_text line = gg_text_over(bytes, sizeof bytes);
    gg_put(&line, where);
    if (it->shooters > 0) {
        put_percent(&line, it->fire);
        gg_put(&line, " that fire does something to it (");
        gg_put_count(&line, it->shooters, "enemy unit");
        gg_put(&line, ")");
    } else {
        gg_put(&line, "nobody can fire at it");
    }
    gg_put(&line, it->chargers == 0 ? "; nobody can charge it" : "; ");
    if (it->chargers > 0) gg_put_int(&line, it->chargers), gg_put(&line, " could charge it");
    for (uint32_t i = 0; i < it->foe_count; i++) {
        gg_put(&line, i == 0 ? ": " : ", ");
        seat->rules->write_unit(seat->view, it->foes[i], &line);
    }
    gg_put(&line, ".");
    cli_say_line(out, 2, bytes);
}

bool cli_say_danger(const gg_seat *seat, const char *name, FILE *out)
{
    const gg_unit unit = gg_find_unit(seat->rules, seat->view, seat->side, name);
    gg_danger now, safest = {.fire = GG_SHARE_ONE, .chargers = UINT32_MAX}, row[GG_DANGER_SIDE];
    uint32_t places = 0;
    gg_group_room room = room_for(seat->rules);
    const bool known = unit != GG_NO_UNIT && gg_danger_now(seat, unit, &room, &now);
    if (known) say_danger(seat, "Where it stands: ", &now, out);
    for (uint32_t i = 0; known && i < GG_DANGER_SIDE; i++) {
        const uint32_t count = gg_danger_row(seat, unit, i, &room, row);
        for (uint32_t k = 0; k < count; k++) {
            const bool better = row[k].fire != safest.fire ? row[k].fire < safest.fire
                                                           : row[k].chargers < safest.chargers;
            if (better) safest = row[k];
        }
        places += count;
    }
    if (places > 1) {
        char where[96];
        gg_text text = gg_text_over(where, sizeof where);
        gg_put(&text, "Of ");
        gg_put_count(&text, places, "place");
        gg_put(&text, " it may go to the safest is ");
        seat->rules->write_place(safest.place, &text);
        gg_put(&text, ": ");
        say_danger(seat, where, &safest, out);
    }
    leave_room(&room);
    return known;
}
