/*
 * picture.c - tests of the two renderers: nothing gets out of its place, words are escaped, names
 * do not cover each other, what is laid over fits, the style sheet knows everything that is
 * drawn, a picture without colours is plain text.
 * SPDX-License-Identifier: MIT
 */
#include "unit.h"

#include "core/picture.h"
#include "core/position.h"

enum { PICTURE_BYTES = 1 << 21 };

static char text[PICTURE_BYTES];
static gg_scene_room ground;

/* A board of 3 x 3 squares with one of everything. */
static gg_scene board(void)
{
    gg_scene scene = gg_scene_in(&ground);
    scene.cell = 1000;
    scene.high = (gg_point){3000, 3000};
    for (int i = 0; i < 9; i++) {
        gg_mark *cell = gg_scene_add(&scene, GG_CELL, i == 4 ? GG_ROLE_wood : GG_ROLE_open);
        cell->at = (gg_point){i % 3, i / 3};
    }
    gg_mark *block = gg_scene_add(&scene, GG_BLOCK, GG_ROLE_infantry);
    block->at = (gg_point){500, 500};
    block->size = (gg_point){800, 400};
    block->facing = 900;
    block->side = GG_BLUE;
    block->strength = 4;
    block->unit = 3;
    strcpy(block->label, "A1");
    gg_mark *arrow = gg_scene_add(&scene, GG_ARROW, GG_ROLE_last_move);
    arrow->at = (gg_point){500, 500};
    arrow->to = (gg_point){500, 1500};
    strcpy(scene.title, "A board");
    strcpy(scene.status, "blue decides");
    return scene;
}

static const char *svg_of(const gg_scene *scene)
{
    gg_text out = gg_text_over(text, sizeof text);
    gg_picture_svg(scene, &out);
    assert_false(out.cut);
    return text;
}

static const char *text_of(const gg_scene *scene, bool colour)
{
    gg_text out = gg_text_over(text, sizeof text);
    gg_picture_text(scene, colour, &out);
    assert_false(out.cut);
    return text;
}

/* Every element that is opened is closed, and every < and & belongs to a tag or an entity. */
static void assert_well_formed(const char *svg)
{
    char open[64][32];
    int depth = 0;
    for (const char *at = svg; *at != '\0'; at++) {
        if (*at == '&') {
            size_t length = strcspn(at, ";");
            assert_true(length >= 2 && length <= 6);
            continue;
        }
        if (*at != '<' || at[1] == '!' || at[1] == '?') continue;
        const char *end = strchr(at, '>');
        assert_non_null(end);
        size_t name = strcspn(at + 1 + (at[1] == '/'), " />\n");
        if (at[1] == '/') {
            assert_true(depth > 0);
            depth--;
            assert_int_equal(strncmp(open[depth], at + 2, name), 0);
            assert_int_equal(open[depth][name], '\0');
        } else if (end[-1] != '/') {
            assert_in_range(depth, 0, 63);
            snprintf(open[depth++], sizeof open[0], "%.*s", (int)name, at + 1);
        }
        at = end;
    }
    assert_int_equal(depth, 0);
}

static void the_svg_is_well_formed(void **unused)
{
    (void)unused;
    gg_scene scene = board();
    const char *svg = svg_of(&scene);
    assert_non_null(strstr(svg, "<svg"));
    assert_non_null(strstr(svg, "A1"));
    assert_well_formed(svg);
}

static void words_are_escaped(void **unused)
{
    (void)unused;
    gg_scene scene = board();
    strcpy(scene.title, "<script>alert(\"&\")</script>");
    strcpy(scene.status, "a < b & \"c\" > 'd'");
    for (uint32_t i = 0; i < scene.count; i++)
        if (ground.marks[i].shape == GG_BLOCK) strcpy(ground.marks[i].label, "<A&1>");
    const char *svg = svg_of(&scene);
    assert_null(strstr(svg, "<script"));
    assert_null(strstr(svg, "<A&1>"));
    assert_non_null(strstr(svg, "&lt;script&gt;"));
    assert_non_null(strstr(svg, "&lt;A&amp;1&gt;"));
    assert_well_formed(svg);
}

/* People who print, and people who cannot tell red from blue, read the same picture. */
static void the_svg_does_not_depend_on_time_or_place(void **unused)
{
    (void)unused;
    static char first[PICTURE_BYTES];
    gg_scene scene = board();
    strcpy(first, svg_of(&scene));
    scene = board();
    assert_string_equal(first, svg_of(&scene));
}

static void plain_text_has_no_colours(void **unused)
{
    (void)unused;
    gg_scene scene = board();
    const char *plain = text_of(&scene, false);
    for (const char *at = plain; *at != '\0'; at++)
        assert_true(*at == '\n' || (unsigned char)*at >= ' ');
    assert_non_null(strstr(plain, "w"));
    assert_non_null(strstr(plain, "blue decides"));
}

static void coloured_text_ends_its_colours(void **unused)
{
    (void)unused;
    gg_scene scene = board();
    const char *coloured = text_of(&scene, true);
    const char *last = NULL;
    for (const char *at = coloured; (at = strstr(at, "\033[")) != NULL; at++) last = at;
    assert_non_null(last);
    assert_int_equal(strncmp(last, "\033[0m", 4), 0);
}

static void an_empty_scene_can_be_drawn(void **unused)
{
    (void)unused;
    gg_scene scene = gg_scene_in(&ground);
    assert_well_formed(svg_of(&scene));
    text_of(&scene, false);
    text_of(&scene, true);
}

static void marks_outside_the_board_do_no_harm(void **unused)
{
    (void)unused;
    static const int32_t far[] = {-1, -1000, 3, 99, 100000, 1 << 24, -(1 << 24)};
    for (size_t i = 0; i < sizeof far / sizeof *far; i++) {
        gg_scene scene = board();
        for (gg_shape shape = GG_CELL; shape <= GG_RESERVE; shape++) {
            gg_mark *mark = gg_scene_add(&scene, shape, GG_ROLE_token);
            mark->at = mark->to = mark->size = (gg_point){far[i], far[i]};
            mark->facing = far[i] % 3600;
        }
        assert_well_formed(svg_of(&scene));
        text_of(&scene, true);
    }
}

static void a_reserve_is_not_drawn(void **unused)
{
    (void)unused;
    static char before[sizeof text];
    gg_scene scene = board();
    strcpy(before, svg_of(&scene));
    gg_mark *mark = gg_scene_add(&scene, GG_RESERVE, GG_ROLE_cavalry);
    mark->side = GG_RED;
    strcpy(mark->label, "B7");
    assert_string_equal(svg_of(&scene), before);
    assert_null(strstr(text_of(&scene, false), "B7"));
    assert_null(strstr(text_of(&scene, false), "cavalry"));
}

static void blocks_are_found_where_they_stand(void **unused)
{
    (void)unused;
    gg_scene scene = board(); /* A1 faces east: 400 wide and 800 high on the board */
    assert_non_null(gg_scene_block(&scene, (gg_point){500, 500}));
    assert_non_null(gg_scene_block(&scene, (gg_point){500, 850}));
    assert_null(gg_scene_block(&scene, (gg_point){850, 500}));
    assert_null(gg_scene_block(&scene, (gg_point){1500, 500}));
}

static void a_small_buffer_cuts_the_picture(void **unused)
{
    (void)unused;
    gg_scene scene = board();
    for (uint32_t limit = 1; limit < 600; limit += 13) {
        gg_text out = gg_text_over(text, limit);
        text[limit] = 'x';
        gg_picture_svg(&scene, &out);
        assert_true(out.cut);
        assert_int_equal(text[limit], 'x');
    }
}

static void a_scene_has_an_end(void **unused)
{
    (void)unused;
    gg_scene scene = gg_scene_in(&ground);
    scene.limit = 2;
    gg_mark *mark = gg_scene_add(&scene, GG_DISC, GG_ROLE_token);
    assert_int_equal(mark->unit, GG_NO_UNIT);
    assert_int_equal(mark->side, GG_NOBODY);
    assert_int_equal(mark->facing, -1);
    assert_non_null(gg_scene_add(&scene, GG_DISC, GG_ROLE_token));
    assert_null(gg_scene_add(&scene, GG_DISC, GG_ROLE_token));
}

/* ---- A measured table. ---- */

static void corners(gg_scene *scene, int32_t x, int32_t y, int32_t size)
{
    assert_true(gg_scene_corner(scene, (gg_point){x, y}));
    assert_true(gg_scene_corner(scene, (gg_point){x, y + size}));
    assert_true(gg_scene_corner(scene, (gg_point){x + size, y + size + size / 3}));
    assert_true(gg_scene_corner(scene, (gg_point){x + size, y}));
}

/* One area of each kind of ground, one block of each arm, side, formation, coat and state. */
static gg_scene table(void)
{
    gg_scene scene = gg_scene_in(&ground);
    scene.high = (gg_point){60000, 40000};
    scene.measure = "inches";
    strcpy(scene.title, "A table");
    for (gg_role role = GG_ROLE_hill; role < GG_ROLE_infantry; role++) {
        gg_scene_add(&scene, GG_AREA, role);
        corners(&scene, 6000 * (role % 9), 8000 * (role / 9), 5000);
        gg_mark *way = gg_scene_add(&scene, GG_PATH, role);
        way->at = (gg_point){0, 0};
        corners(&scene, 1000, 1000, 30000);
    }
    for (int i = 0; i < 40; i++) {
        gg_mark *mark = gg_scene_add(&scene, GG_BLOCK, (gg_role)(GG_ROLE_infantry + i % 10));
        mark->at = (gg_point){2000 + i % 10 * 6000, 24000 + i / 10 * 4000};
        mark->size = (gg_point){i % 3 == 0 ? 4000 : 2000, i % 3 == 0 ? 1000 : 2000};
        mark->facing = i % 7 == 0 ? -1 : i * 97 % 3600;
        mark->side = (gg_side)(i % 3);
        mark->form = (uint8_t)(i % (GG_FORM_UNLIMBERED + 1));
        mark->coat = (uint8_t)(i % GG_COATS);
        mark->quality = (uint8_t)(i % (GG_QUALITY_ELITE + 1));
        mark->markers = (uint8_t)(i % 4);
        mark->strength = (uint8_t)(i % 12);
        mark->flags = (uint16_t)(1 << i % 8);
        mark->unit = (gg_unit)i;
        snprintf(mark->label, sizeof mark->label, "b%d", i);
    }
    for (gg_role role = GG_ROLE_commander; role <= GG_ROLE_radius; role++) {
        gg_mark *disc = gg_scene_add(&scene, GG_DISC, role);
        disc->at = (gg_point){3000 * (int32_t)(role - GG_ROLE_commander), 21000};
        disc->size = (gg_point){1200, 1200};
        disc->side = (gg_side)(role % 3);
        strcpy(disc->label, "c0");
    }
    return scene;
}

/* Everything that may be laid over. */
static gg_scene answers(gg_scene_room *room)
{
    gg_scene scene = gg_scene_in(room);
    for (gg_role role = GG_ROLE_radius; role <= GG_ROLE_plan_charge; role++)
        for (gg_shape shape = GG_CELL; shape <= GG_LABEL; shape++) {
            gg_mark *mark =
                gg_scene_add(&scene, shape, shape == GG_BLOCK ? GG_ROLE_infantry : role);
            mark->at = (gg_point){1000 * role, 2000};
            mark->to = (gg_point){1000 * role + 3000, 9000};
            mark->size = (gg_point){2000, 2000};
            mark->flags = role % 2 == 0 ? GG_FLAG_GHOST : GG_FLAG_REFUSED;
            strcpy(mark->label, "3");
            if (shape == GG_AREA && role % 2 == 0) corners(&scene, 1000, 1000, 7000);
        }
    return scene;
}

static const char *board_of(const gg_scene *scene)
{
    gg_text out = gg_text_over(text, sizeof text);
    gg_svg_board(scene, &out);
    assert_false(out.cut);
    return text;
}

static const char *overlay_of(const gg_scene *over, const gg_scene *under)
{
    gg_text out = gg_text_over(text, sizeof text);
    gg_svg_overlay(over, under, &out);
    assert_false(out.cut);
    return text;
}

static void a_table_is_well_formed(void **unused)
{
    (void)unused;
    static gg_scene_room laid;
    gg_scene scene = table(), over = answers(&laid);
    assert_well_formed(svg_of(&scene));
    assert_well_formed(board_of(&scene));
    assert_well_formed(overlay_of(&over, &scene));
    gg_text out = gg_text_over(text, sizeof text);
    gg_svg_legend(&scene, 900, &out);
    assert_well_formed(text);
    scene.cell = GG_CELL_PLAN;
    assert_well_formed(svg_of(&scene));
    assert_non_null(strstr(text_of(&scene, true), "b1"));
}

static int times(const char *svg, const char *what)
{
    int count = 0;
    for (const char *at = svg; (at = strstr(at, what)) != NULL; at++) count++;
    return count;
}

/* How good troops are can be told from the block, and the legend says it. */
static void a_block_shows_how_good_troops_are(void **unused)
{
    (void)unused;
    static const char *const words[] = {"", "poor", "good", "elite"};
    for (gg_quality quality = GG_QUALITY_USUAL; quality <= GG_QUALITY_ELITE; quality++) {
        gg_scene scene = gg_scene_in(&ground);
        scene.high = (gg_point){60000, 40000};
        gg_mark *mark = gg_scene_add(&scene, GG_BLOCK, GG_ROLE_infantry);
        mark->at = (gg_point){20000, 20000};
        mark->size = (gg_point){4000, 2000};
        mark->unit = 0;
        mark->quality = (uint8_t)quality;
        const char *svg = board_of(&scene);
        assert_int_equal(times(svg, "class=\"bar low\""), quality == GG_QUALITY_POOR);
        assert_int_equal(times(svg, "class=\"bar\""), quality >= GG_QUALITY_GOOD);
        char title[32], key[32];
        snprintf(title, sizeof title, "infantry, %s<", words[quality]);
        snprintf(key, sizeof key, "%s troops", words[quality]);
        assert_int_equal(times(svg, title), quality != GG_QUALITY_USUAL);
        gg_text out = gg_text_over(text, sizeof text);
        gg_svg_legend(&scene, 900, &out);
        assert_int_equal(times(text, key), quality != GG_QUALITY_USUAL);
    }
}

/* What an objective is worth stands on its flag, at the terminal behind its sign, and both legends
 * say what that is; a longer word has a wider flag. */
static void flags_tell_what_they_are_worth(void **unused)
{
    (void)unused;
    static const char *const labels[] = {"3", "1 (3/1)"};
    static const char *const cloths[] = {"6 48 0v36", "6 116 0v36"};
    for (int i = 0; i < 2; i++)
        for (int plan = 0; plan < 2; plan++) {
            gg_scene scene = gg_scene_in(&ground);
            scene.high = (gg_point){60000, 60000};
            scene.cell = plan ? GG_CELL_PLAN : 0;
            const gg_shape shape = plan ? GG_DISC : GG_LABEL;
            gg_mark *flag = gg_scene_add(&scene, shape, GG_ROLE_objective);
            flag->at = (gg_point){30000, 30000};
            flag->size = (gg_point){180, 180};
            strcpy(flag->label, labels[i]);
            char worth[48];
            snprintf(worth, sizeof worth, ">%s</text>", labels[i]);
            const char *svg = board_of(&scene);
            assert_int_equal(times(svg, worth), 1);
            assert_int_equal(times(svg, cloths[i]), 1);
            gg_text out = gg_text_over(text, sizeof text);
            gg_svg_legend(&scene, 900, &out);
            assert_int_equal(times(text, worth), 1);
            assert_int_equal(times(text, "objective and its points"), 1);
            out = gg_text_over(text, sizeof text);
            gg_picture_text(&scene, false, &out);
            snprintf(worth, sizeof worth, "$%s", labels[i]);
            assert_int_equal(times(text, worth), 1);
            assert_int_equal(times(text, "$ objective and its points"), 1);
        }
}

static int number_after(const char *at, const char *name)
{
    const char *found = strstr(at, name);
    assert_non_null(found);
    return atoi(found + strlen(name));
}

typedef struct box {
    int left, top, right, bottom;
} box;

static bool overlap(box one, box other)
{
    return one.left < other.right && other.left < one.right && one.top < other.bottom
           && other.top < one.bottom;
}

/* Bold letters of DejaVu Sans are 0.7 of their size wide. */
static int boxes_of_names(const char *svg, box *out, int limit)
{
    enum { SIZE = 32 };
    int count = 0;
    for (const char *at = svg; (at = strstr(at, "<text class=\"name")) != NULL; at++) {
        const int x = number_after(at, " x=\""), y = number_after(at, " y=\"");
        const char *words = strchr(at, '>') + 1;
        const int half = (int)strcspn(words, "<") * SIZE * 7 / 20;
        assert_in_range(count, 0, limit - 1);
        out[count++] = (box){x - half, y - SIZE * 7 / 10, x + half, y + SIZE / 10};
    }
    return count;
}

/* The denser the crowd, the fewer names are written; those that are can be read. */
static void names_do_not_cover_each_other(void **unused)
{
    (void)unused;
    enum { UNITS = 200 };
    static box names[UNITS];
    for (int spread = 6000; spread <= 48000; spread *= 2) {
        gg_scene scene = gg_scene_in(&ground);
        scene.high = (gg_point){60000, 60000};
        for (int i = 0; i < UNITS; i++) {
            gg_mark *mark = gg_scene_add(&scene, GG_BLOCK, GG_ROLE_infantry);
            mark->at = (gg_point){5000 + i * 7919 % spread, 5000 + i * 104729 % spread};
            mark->size = (gg_point){1000, 1000};
            mark->facing = i * 31 % 3600;
            snprintf(mark->label, sizeof mark->label, "ad%d", i);
        }
        const gg_svg_map map = gg_svg_map_of(&scene);
        const int count = boxes_of_names(board_of(&scene), names, UNITS);
        assert_true(count > 0);
        for (int i = 0; i < count; i++) {
            assert_true(names[i].left >= 0 && names[i].right <= map.width);
            for (int j = 0; j < i; j++) assert_false(overlap(names[i], names[j]));
            for (uint32_t j = 0; j < scene.count; j++) { /* a block covers at least this */
                const int x = map.x + scene.marks[j].at.x * map.units / map.ticks,
                          y = map.y - scene.marks[j].at.y * map.units / map.ticks;
                assert_false(overlap(names[i], (box){x - 19, y - 19, x + 19, y + 19}));
            }
        }
    }
}

static void a_name_alone_is_written(void **unused)
{
    (void)unused;
    gg_scene scene = gg_scene_in(&ground);
    scene.high = (gg_point){60000, 60000};
    gg_mark *mark = gg_scene_add(&scene, GG_BLOCK, GG_ROLE_infantry);
    mark->at = (gg_point){30000, 30000};
    mark->size = (gg_point){2000, 2000};
    strcpy(mark->label, "a1");
    box one[1];
    assert_int_equal(boxes_of_names(board_of(&scene), one, 1), 1);
}

/* Behind a long line that is a little aslant, not as far off as it is long. */
static void a_name_stands_by_its_block_however_that_faces(void **unused)
{
    (void)unused;
    for (int facing = 0; facing <= 200; facing += 50) {
        gg_scene scene = gg_scene_in(&ground);
        scene.high = (gg_point){60000, 60000};
        gg_mark *mark = gg_scene_add(&scene, GG_BLOCK, GG_ROLE_infantry);
        mark->at = (gg_point){30000, 30000};
        mark->size = (gg_point){8000, 1600};
        mark->facing = facing;
        strcpy(mark->label, "a1");
        const gg_svg_map map = gg_svg_map_of(&scene);
        box one[1];
        assert_int_equal(boxes_of_names(board_of(&scene), one, 1), 1);
        const int under = one[0].top - (map.y - mark->at.y * map.units / map.ticks);
        assert_in_range(under * map.ticks / map.units, 800, 3000);
    }
}

/* A flag flies above whoever stands before it, and what the place is called moves out of his way;
 * where nobody stands both are where they are wanted. */
static void flags_and_places_can_be_read_in_a_fight(void **unused)
{
    (void)unused;
    for (int stands = 0; stands < 2; stands++) {
        gg_scene scene = gg_scene_in(&ground);
        scene.high = (gg_point){60000, 60000};
        gg_mark *flag = gg_scene_add(&scene, GG_LABEL, GG_ROLE_objective);
        flag->at = (gg_point){30000, 30000};
        strcpy(flag->label, "2");
        gg_mark *place = gg_scene_add(&scene, GG_LABEL, GG_ROLE_village);
        place->at = (gg_point){30000, 29000};
        strcpy(place->label, "farm");
        gg_mark *mark = gg_scene_add(&scene, GG_BLOCK, GG_ROLE_infantry);
        mark->at = stands ? (gg_point){30500, 30500} : (gg_point){50000, 50000};
        mark->size = (gg_point){4000, 3000};
        const gg_svg_map map = gg_svg_map_of(&scene);
        const char *svg = board_of(&scene);
        const int top = map.y - mark->at.y * map.units / map.ticks - 1500 * map.units / map.ticks;
        const int foot = map.y - flag->at.y * map.units / map.ticks;
        const int cloth = foot + number_after(strstr(svg, "class=\"flag\""), "M1 ") + 42;
        const int wanted = map.y - place->at.y * map.units / map.ticks + 8;
        const int words = number_after(strstr(svg, "<text class=\"words\""), " y=\"");
        if (stands) assert_true(cloth <= top && words > top + 3000 * map.units / map.ticks);
        else assert_true(cloth == foot - 24 && words == wanted);
    }
}

/* ---- What a page builds on. ---- */

static void the_map_tells_where_things_are(void **unused)
{
    (void)unused;
    const int32_t cells[] = {0, 1000, GG_CELL_PLAN};
    for (int i = 0; i < 3; i++) {
        gg_scene scene = gg_scene_in(&ground);
        scene.low = (gg_point){i * 1000, 0};
        scene.high = (gg_point){i * 1000 + 12000, 9000};
        scene.cell = cells[i];
        gg_mark *mark = gg_scene_add(&scene, GG_BLOCK, GG_ROLE_infantry);
        mark->at = (gg_point){5500, 3500};
        mark->size = (gg_point){1000, 1000};
        mark->unit = 7;
        const gg_svg_map map = gg_svg_map_of(&scene);
        char wanted[64];
        snprintf(wanted, sizeof wanted, "translate(%d %d)",
                 (int)(map.x + 5500 * map.units / map.ticks),
                 (int)(map.y - 3500 * map.units / map.ticks));
        const char *unit = strstr(board_of(&scene), "data-unit=\"7\"");
        assert_non_null(unit);
        assert_int_equal(strncmp(strstr(unit, "translate"), wanted, strlen(wanted)), 0);
        snprintf(wanted, sizeof wanted, "viewBox=\"0 0 %d %d\"", (int)map.width, (int)map.height);
        assert_non_null(strstr(text, wanted));
    }
}

static void an_overlay_fits_the_board(void **unused)
{
    (void)unused;
    static gg_scene_room laid;
    gg_scene scene = table(), over = gg_scene_in(&laid);
    gg_mark *line = gg_scene_add(&over, GG_PATH, GG_ROLE_sight);
    line->at = (gg_point){5000, 7000};
    line->to = (gg_point){21000, 33000};
    const gg_svg_map map = gg_svg_map_of(&scene);
    char wanted[64];
    snprintf(wanted, sizeof wanted, "M%d %dL%d %d", (int)(map.x + 5000 * map.units / map.ticks),
             (int)(map.y - 7000 * map.units / map.ticks),
             (int)(map.x + 21000 * map.units / map.ticks),
             (int)(map.y - 33000 * map.units / map.ticks));
    assert_non_null(strstr(overlay_of(&over, &scene), wanted));
}

static int occurrences(const char *all, const char *part)
{
    int count = 0;
    for (const char *at = all; (at = strstr(at, part)) != NULL; at++) count++;
    return count;
}

static void clicks_find_squares_and_units(void **unused)
{
    (void)unused;
    gg_scene scene = board();
    const char *svg = board_of(&scene);
    assert_int_equal(occurrences(svg, "data-cell="), 9);
    assert_int_equal(occurrences(svg, "data-cell=\"2,1\""), 1);
    assert_int_equal(occurrences(svg, "data-unit=\"3\""), 1);
    assert_int_equal(occurrences(svg, "class=\"layer overlay\""), 1);
    for (uint32_t i = 0; i < scene.count; i++) scene.marks[i].flags |= GG_FLAG_GHOST;
    assert_int_equal(occurrences(board_of(&scene), "data-unit="), 0);
}

/* ---- The style sheet. ---- */

static char sheet[PICTURE_BYTES];

static bool has_rule(const char *class, size_t length)
{
    char wanted[64];
    snprintf(wanted, sizeof wanted, " .%.*s", (int)length, class);
    const size_t size = strlen(wanted);
    for (const char *at = sheet; (at = strstr(at, wanted)) != NULL; at++)
        if (strchr(" ,.{", at[size]) != NULL) return true;
    return false;
}

/* Everything that leaves a trace on the paper has a class with a rule, and no looks of its own. */
static void assert_styled(const char *svg)
{
    static const char *const drawn[] = {"<path", "<rect", "<circle", "<text"};
    for (int kind = 0; kind < 4; kind++)
        for (const char *at = svg; (at = strstr(at, drawn[kind])) != NULL; at++) {
            const size_t length = strcspn(at, ">");
            const char *class = strstr(at, "class=\"");
            assert_true(class != NULL && class < at + length);
            bool is_styled = false;
            for (class += 7; *class != '"'; class += strspn(class, " ")) {
                const size_t word = strcspn(class, " \"");
                is_styled = is_styled || has_rule(class, word);
                class += word;
            }
            if (!is_styled) print_message("%.*s\n", (int)length, at);
            assert_true(is_styled);
        }
    assert_null(strstr(svg, "style="));
    assert_null(strstr(svg, " fill=\""));
    assert_null(strstr(svg, " stroke=\""));
    assert_null(strstr(svg, " font-"));
    assert_null(strchr(svg, '#')); /* neither colours nor names that could clash on a page */
}

static void the_style_sheet_knows_all_that_is_drawn(void **unused)
{
    (void)unused;
    static gg_scene_room laid;
    gg_text out = gg_text_over(sheet, sizeof sheet);
    gg_svg_style(&out);
    assert_false(out.cut);
    gg_scene scene = board(), over = answers(&laid);
    assert_styled(board_of(&scene));
    assert_styled(overlay_of(&over, &scene));
    scene = table();
    assert_styled(board_of(&scene));
    assert_styled(overlay_of(&over, &scene));
    out = gg_text_over(text, sizeof text);
    gg_svg_legend(&scene, 900, &out);
    assert_styled(text);
    scene.cell = GG_CELL_PLAN;
    assert_styled(board_of(&scene));
}

/* Each variable that a rule uses has a value by day, and each paint one by night. */
static void every_variable_has_a_value(void **unused)
{
    (void)unused;
    gg_text out = gg_text_over(sheet, sizeof sheet);
    gg_svg_style(&out);
    assert_int_equal(strncmp(sheet, ":root{", 6), 0);
    const char *night = strstr(sheet, ":root[data-theme=dark]{");
    const char *rules = strstr(sheet, ".picture");
    assert_true(night != NULL && rules != NULL && night < rules);
    int used = 0;
    for (const char *at = rules; (at = strstr(at, "var(")) != NULL; at++, used++) {
        char wanted[64];
        snprintf(wanted, sizeof wanted, "\n%.*s:#", (int)strcspn(at + 4, ")"), at + 4);
        const char *day = strstr(sheet, wanted);
        assert_true(day != NULL && day < night);
        const bool coat =
            strncmp(at, "var(--map-cloth", 15) == 0 || strncmp(at, "var(--map-facings", 17) == 0;
        const char *dark = strstr(night, wanted);
        assert_true(coat || (dark != NULL && dark < rules));
    }
    assert_true(used > 0);
}

static void a_file_of_its_own_needs_no_variables(void **unused)
{
    (void)unused;
    gg_scene scene = table();
    const char *svg = svg_of(&scene);
    assert_non_null(strstr(svg, "<style>"));
    assert_null(strstr(svg, "var("));
}

static void a_scenario_goes_before_the_game(void **unused)
{
    (void)unused;
    gg_scene scene = board();
    gg_scene_entitle(&scene, "Vimeiro");
    assert_string_equal(scene.title, "Vimeiro: A board");
    char all[200];
    memset(all, 'x', sizeof all);
    all[sizeof all - 1] = '\0';
    gg_scene_entitle(&scene, all); /* too long: it is cut and does no harm */
    assert_int_equal(strlen(scene.title), sizeof scene.title - 1);
}

/* ---- Seen from the north. ---- */

static void a_turned_board_lies_the_other_way(void **unused)
{
    (void)unused;
    gg_scene scene = board();
    gg_scene_turn(&scene, &scene);
    assert_true(scene.turned);
    assert_int_equal(scene.marks[0].at.x, 2); /* the square a1 */
    assert_int_equal(scene.marks[0].at.y, 2);
    assert_int_equal(scene.marks[4].at.x, 1); /* the one in the middle stays */
    assert_int_equal(scene.marks[9].at.x, 2500);
    assert_int_equal(scene.marks[9].at.y, 2500);
    assert_int_equal(scene.marks[9].facing, 2700); /* east is on the left */
    assert_int_equal(scene.marks[10].to.y, 1500);
    assert_int_equal(scene.marks[10].to.x, 2500);
    assert_ptr_equal(gg_scene_block(&scene, (gg_point){2500, 2500}), &scene.marks[9]);
    assert_null(gg_scene_block(&scene, (gg_point){500, 500}));
    assert_well_formed(svg_of(&scene));
}

/* A point of the table is found where its mark is drawn, turned or not. */
static void the_map_of_a_turned_board_takes_the_same_points(void **unused)
{
    (void)unused;
    gg_scene scene = board();
    const gg_point at = scene.marks[9].at;
    const gg_svg_map plain = gg_svg_map_of(&scene);
    gg_scene_turn(&scene, &scene);
    const gg_point there = scene.marks[9].at;
    const gg_svg_map turned = gg_svg_map_of(&scene);
    assert_int_equal(turned.x + at.x * turned.units / turned.ticks,
                     plain.x + there.x * plain.units / plain.ticks);
    assert_int_equal(turned.y - at.y * turned.units / turned.ticks,
                     plain.y - there.y * plain.units / plain.ticks);
    assert_int_equal(turned.units, -plain.units);
}

/* What is laid over the board lies on the same squares as before. */
static void an_overlay_turns_with_its_board(void **unused)
{
    (void)unused;
    static gg_scene_room room_over;
    gg_scene scene = board(), over = gg_scene_in(&room_over);
    gg_mark *ghost = gg_scene_add(&over, GG_BLOCK, GG_ROLE_infantry);
    *ghost = scene.marks[9];
    ghost->flags = GG_FLAG_GHOST;
    gg_mark *way = gg_scene_add(&over, GG_PATH, GG_ROLE_plan);
    way->first = (uint16_t)over.point_count;
    assert_true(gg_scene_corner(&over, (gg_point){500, 500}));
    assert_true(gg_scene_corner(&over, (gg_point){2500, 1500}));
    way->corners = 2;
    gg_scene_turn(&scene, &scene);
    gg_scene_turn(&over, &scene);
    assert_int_equal(over.marks[0].at.x, scene.marks[9].at.x);
    assert_int_equal(over.marks[0].at.y, scene.marks[9].at.y);
    assert_int_equal(over.points[0].x, 2500);
    assert_int_equal(over.points[0].y, 2500);
    assert_int_equal(over.points[1].x, 500);
    assert_int_equal(over.points[1].y, 1500);
}

/* ---- Pictures in letters, for a screen. ---- */

/* Whether a piece stands there under its name, or is told of below a table. */
static bool is_named_in(const char *picture, const gg_mark *mark)
{
    for (const char *at = picture; (at = strstr(at, mark->label)) != NULL; at++) {
        const char after = at[strlen(mark->label)], before = at > picture ? at[-1] : ' ';
        const bool begins = strchr(" ^>v<#hwvrfbmex~H.,", before) != NULL;
        if (begins && (after < '0' || after > '9')) return true;
    }
    return false;
}

static int count_of(const char *picture, char what)
{
    int count = 0;
    for (; *picture != '\0'; picture++) count += *picture == what;
    return count;
}

static int widest_line(const char *picture)
{
    size_t widest = 0;
    for (; *picture != '\0'; picture += strcspn(picture, "\n") + 1)
        if (strcspn(picture, "\n") > widest) widest = strcspn(picture, "\n");
    return (int)widest;
}

static void assert_fits(const gg_scene *scene, const gg_frame *frame, const char *what)
{
    gg_text out = gg_text_over(text, sizeof text);
    gg_picture_text_in(scene, frame, &out);
    assert_false(out.cut);
    if (frame->lines > 0 && count_of(text, '\n') > frame->lines)
        fail_msg("%s in %d lines has %d:\n%s", what, frame->lines, count_of(text, '\n'), text);
    if (frame->columns > 0 && widest_line(text) > frame->columns)
        fail_msg("%s in %d columns has %d", what, frame->columns, widest_line(text));
    for (uint32_t i = 0; i < scene->count; i++) {
        const gg_mark *mark = &scene->marks[i];
        if (mark->shape != GG_BLOCK || (mark->flags & GG_FLAG_GHOST) != 0) continue;
        if (!is_named_in(text, mark)) fail_msg("%s: %s is not seen:\n%s", what, mark->label, text);
    }
}

/* Every scenario, in windows of several sizes: nothing scrolls off and no name is covered. */
static void pictures_fit_the_screen(void **unused)
{
    (void)unused;
    static const gg_frame frames[] = {{.columns = 80, .lines = 23},  {.columns = 80, .lines = 19},
                                      {.columns = 80, .lines = 30},  {.columns = 120, .lines = 39},
                                      {.columns = 200, .lines = 60}, {.columns = 0}};
    static union {
        char bytes[GG_STATE_BYTES_MAX];
        uint64_t aligned;
    } memory;
    gg_state *state = (gg_state *)(void *)memory.bytes;
    int32_t options[GG_OPTIONS_MAX];
    for (int i = 0; i < GG_OPTIONS_MAX; i++) options[i] = GG_OPTION_UNSET;
    for (int game = 0; gg_rulesets[game] != NULL; game++)
        for (uint32_t row = 0; row < gg_rulesets[game]->scenario_count; row++)
            for (unsigned i = 0; i < sizeof frames / sizeof *frames; i++) {
                const gg_ruleset *rules = gg_rulesets[game];
                gg_scene scene = gg_scene_in(&ground);
                memset(&memory, 0, sizeof memory);
                assert_null(gg_setup(rules, state, row, options, NULL).text);
                rules->draw(state, GG_NOBODY, &scene);
                assert_fits(&scene, &frames[i], rules->scenarios[row].name);
            }
}

static void a_low_board_has_a_line_for_each_row(void **unused)
{
    (void)unused;
    gg_scene scene = board();
    gg_text out = gg_text_over(text, sizeof text);
    gg_picture_text_in(&scene, &(gg_frame){.columns = 80, .lines = 5}, &out);
    assert_string_equal(text, "     a     b     c\n"
                              " 3   .     .     .     3\n"
                              " 2   .    w w    .     2\n"
                              " 1 >A1I4   .     .     1\n"
                              "blue decides\n");
}

static void an_answer_is_laid_over_a_board(void **unused)
{
    (void)unused;
    static gg_scene_room room;
    gg_scene scene = board(), over = gg_scene_in(&room);
    over.cell = scene.cell;
    gg_scene_add(&over, GG_CELL, GG_ROLE_reach)->at = (gg_point){1, 0};
    gg_text out = gg_text_over(text, sizeof text);
    gg_picture_text_in(&scene, &(gg_frame){.columns = 80, .lines = 5, .over = &over}, &out);
    assert_non_null(strstr(text, " 1 >A1I4   *     .     1\n"));
}

static void a_table_has_its_measures_and_names_keep_apart(void **unused)
{
    (void)unused;
    gg_scene scene = gg_scene_in(&ground);
    scene.high = (gg_point){48000, 24000};
    for (int i = 0; i < 6; i++) {
        gg_mark *block = gg_scene_add(&scene, GG_BLOCK, GG_ROLE_infantry);
        block->at = (gg_point){24000 + 300 * i, 12000};
        block->size = (gg_point){1000, 1000};
        snprintf(block->label, sizeof block->label, "a%d", i + 1);
    }
    gg_text out = gg_text_over(text, sizeof text);
    gg_picture_text_in(&scene, &(gg_frame){.columns = 80, .lines = 12}, &out);
    for (uint32_t i = 0; i < scene.count; i++) assert_true(is_named_in(text, &scene.marks[i]));
    assert_non_null(strstr(text, "\n12 "));
    assert_non_null(strstr(text, "\n   0"));
    assert_non_null(strstr(text, " 24 "));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_svg_is_well_formed),
        cmocka_unit_test(words_are_escaped),
        cmocka_unit_test(the_svg_does_not_depend_on_time_or_place),
        cmocka_unit_test(plain_text_has_no_colours),
        cmocka_unit_test(coloured_text_ends_its_colours),
        cmocka_unit_test(an_empty_scene_can_be_drawn),
        cmocka_unit_test(marks_outside_the_board_do_no_harm),
        cmocka_unit_test(a_reserve_is_not_drawn),
        cmocka_unit_test(blocks_are_found_where_they_stand),
        cmocka_unit_test(a_small_buffer_cuts_the_picture),
        cmocka_unit_test(a_scene_has_an_end),
        cmocka_unit_test(a_table_is_well_formed),
        cmocka_unit_test(a_block_shows_how_good_troops_are),
        cmocka_unit_test(names_do_not_cover_each_other),
        cmocka_unit_test(a_name_alone_is_written),
        cmocka_unit_test(a_name_stands_by_its_block_however_that_faces),
        cmocka_unit_test(flags_tell_what_they_are_worth),
        cmocka_unit_test(flags_and_places_can_be_read_in_a_fight),
        cmocka_unit_test(the_map_tells_where_things_are),
        cmocka_unit_test(an_overlay_fits_the_board),
        cmocka_unit_test(clicks_find_squares_and_units),
        cmocka_unit_test(the_style_sheet_knows_all_that_is_drawn),
        cmocka_unit_test(every_variable_has_a_value),
        cmocka_unit_test(a_file_of_its_own_needs_no_variables),
        cmocka_unit_test(a_scenario_goes_before_the_game),
        cmocka_unit_test(a_turned_board_lies_the_other_way),
        cmocka_unit_test(the_map_of_a_turned_board_takes_the_same_points),
        cmocka_unit_test(an_overlay_turns_with_its_board),
        cmocka_unit_test(pictures_fit_the_screen),
        cmocka_unit_test(a_low_board_has_a_line_for_each_row),
        cmocka_unit_test(an_answer_is_laid_over_a_board),
        cmocka_unit_test(a_table_has_its_measures_and_names_keep_apart),
    };
    return run_units(tests);
}
