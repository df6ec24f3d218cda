/*
 * picture.c - tests of the two renderers: nothing gets out of its place, words are escaped, a
 * picture without colours is plain text.
 */
#include "unit.h"

#include "core/picture.h"

enum { PICTURE_BYTES = 1 << 19 };

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
    for (const char *at = coloured; (at = strstr(at, "\033[")) != NULL; at++)
        last = at;
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
    };
    return run_units(tests);
}
