/* Surfaces, text and the few shapes that all pictures are made of. */
#include "figure.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#ifdef CAIRO_HAS_SVG_SURFACE
#include <cairo-svg.h>
#endif
#ifdef CAIRO_HAS_PDF_SURFACE
#include <cairo-pdf.h>
#endif

#include "png_write.h"
#include "spate_config.h"

const rgb figure_ink = {33, 33, 36}, figure_grey = {105, 105, 110}, figure_faint = {205, 205, 208};

static const double points_per_pixel = 72.0 / 96.0;

static int has_ending(const char *path, const char *ending)
{
    const size_t n = strlen(path), m = strlen(ending);
    return n > m && strcasecmp(path + n - m, ending) == 0;
}

int figure_check_option(const spate_tool *tool, const char *flag, const char *path)
{
    if (has_ending(path, ".png") || has_ending(path, ".svg") || has_ending(path, ".pdf"))
        return 0;
    return tool_error(tool, SPATE_ERROR_ARGUMENT, "%s %s: the name must end in .png, .svg or .pdf",
                      flag, path);
}

int figure_check_name(const spate_tool *tool, const char *path)
{
    return figure_check_option(tool, "-o", path);
}

static cairo_status_t write_bytes(void *closure, const unsigned char *data, unsigned int length)
{
    FILE *out = closure;
    return fwrite(data, 1, length, out) == length ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR;
}

/* Where fontconfig finds no font, cairo fails for good, or uses its built-in stroke font
 * ("@cairo:", a user font). So a scratch surface is tried first. */
static void choose_font(figure *f)
{
    static const char *const families[] = {"DejaVu Sans", "sans-serif"};
    f->plain = 0;
    for (size_t n = 0; n < sizeof families / sizeof *families; ++n) {
        cairo_surface_t *scratch = cairo_image_surface_create(CAIRO_FORMAT_A8, 1, 1);
        cairo_t *cr = cairo_create(scratch);
        cairo_text_extents_t box = {0};
        cairo_select_font_face(cr, families[n], CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
        cairo_text_extents(cr, "0m", &box);
        const int works =
            cairo_status(cr) == CAIRO_STATUS_SUCCESS && box.width > 0 &&
            cairo_scaled_font_get_type(cairo_get_scaled_font(cr)) != CAIRO_FONT_TYPE_USER;
        cairo_destroy(cr);
        cairo_surface_destroy(scratch);
        if (works) {
            f->family = families[n];
            return;
        }
    }
    f->family = "@cairo:";
    f->plain = 1;
}

static cairo_surface_t *make_surface(figure *f, const char *path)
{
    const double w = f->width * points_per_pixel, h = f->height * points_per_pixel;
    (void)w;
    (void)h;
#ifdef CAIRO_HAS_SVG_SURFACE
    if (!f->piped && has_ending(path, ".svg"))
        return cairo_svg_surface_create_for_stream(write_bytes, f->file.out, w, h);
#endif
#ifdef CAIRO_HAS_PDF_SURFACE
    if (!f->piped && has_ending(path, ".pdf"))
        return cairo_pdf_surface_create_for_stream(write_bytes, f->file.out, w, h);
#endif
    f->png = 1;
    return cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)lround(f->width * FIGURE_SCALE),
                                      (int)lround(f->height * FIGURE_SCALE));
}

int figure_begin(const spate_tool *tool, figure *f, const char *path, FILE *pipe, double width,
                 double height)
{
    *f = (figure){.width = width, .height = height, .piped = pipe != NULL};
    if (pipe)
        f->file.out = pipe;
    else
        f->file = tool_file_open(path);
    if (!f->file.out)
        return tool_error(tool, SPATE_ERROR_OUTPUT,
                          "cannot write %s: %s; name another place with -o", path, strerror(errno));
    f->surface = make_surface(f, path);
    f->cr = cairo_create(f->surface);
    choose_font(f);
    const double scale = f->png ? FIGURE_SCALE : points_per_pixel;
    cairo_scale(f->cr, scale, scale);
    figure_box(f, 0, 0, width, height, (rgb){255, 255, 255});
    return 0;
}

static cairo_status_t write_png(figure *f)
{
#if SPATE_HAVE_PNG
    const int width = cairo_image_surface_get_width(f->surface),
              height = cairo_image_surface_get_height(f->surface);
    const size_t row = (size_t)width * sizeof(uint32_t);
    uint32_t *pixels = malloc(row * (size_t)height);
    cairo_surface_flush(f->surface);
    for (int j = 0; pixels && j < height; ++j)
        memcpy(pixels + (size_t)j * (size_t)width,
               cairo_image_surface_get_data(f->surface) +
                   (size_t)j * (size_t)cairo_image_surface_get_stride(f->surface),
               row);
    const int written = pixels ? png_write(f->file.out, pixels, width, height) : -1;
    const cairo_status_t failure = pixels ? CAIRO_STATUS_WRITE_ERROR : CAIRO_STATUS_NO_MEMORY;
    free(pixels);
    return written == 0 ? CAIRO_STATUS_SUCCESS : failure;
#else
    return cairo_surface_write_to_png_stream(f->surface, write_bytes, f->file.out);
#endif
}

int figure_end(const spate_tool *tool, figure *f, int ok)
{
    cairo_status_t status = cairo_status(f->cr);
    if (status == CAIRO_STATUS_SUCCESS && f->png && ok)
        status = write_png(f);
    cairo_destroy(f->cr);
    cairo_surface_finish(f->surface);
    if (status == CAIRO_STATUS_SUCCESS)
        status = cairo_surface_status(f->surface);
    cairo_surface_destroy(f->surface);
    if (f->piped)
        return status == CAIRO_STATUS_SUCCESS
                   ? 0
                   : tool_error(tool, SPATE_ERROR_OUTPUT, "cannot pass a picture on: %s",
                                cairo_status_to_string(status));
    char message[5000];
    const int written =
        tool_file_close(&f->file, ok && status == CAIRO_STATUS_SUCCESS, message, sizeof message);
    if (!ok)
        return 0; /* the reason was printed where it arose */
    if (status != CAIRO_STATUS_SUCCESS && status != CAIRO_STATUS_WRITE_ERROR)
        return tool_error(tool, SPATE_ERROR_OUTPUT, "cannot draw %s: %s", f->file.path,
                          cairo_status_to_string(status));
    return written == 0 ? 0 : tool_error(tool, SPATE_ERROR_OUTPUT, "%s", message);
}

void figure_colour(figure *f, rgb c)
{
    cairo_set_source_rgb(f->cr, c.r / 255.0, c.g / 255.0, c.b / 255.0);
}

/* ---- text ---- */

/* The stroke font has ASCII only: the few other characters that pictures need are replaced. Bytes
 * that are not UTF-8 would stop cairo, so they become question marks. */
static void simplify(const figure *f, const char *text, char *out, size_t size)
{
    static const struct {
        const char *fancy, *plain;
    } twins[] = {{"\xe2\x88\x92", "-"},  {"\xe2\x80\xaf", " "}, {"\xc2\xb7", "."},
                 {"\xc2\xb2", "2"},      {"\xc2\xb3", "3"},     {"\xe2\x80\x93", "-"},
                 {"\xe2\x89\xa5", ">="}, {"\xc2\xb0", " deg"}};
    size_t used = 0;
    while (*text && used + 8 < size) {
        const unsigned char c = (unsigned char)*text;
        size_t length = c < 0x80 ? 1 : c >> 5 == 6 ? 2 : c >> 4 == 14 ? 3 : c >> 3 == 30 ? 4 : 0;
        for (size_t k = 1; k < length; ++k)
            if (((unsigned char)text[k] & 0xc0) != 0x80)
                length = 0;
        const char *replacement = length == 0 ? "?" : NULL;
        if (f->plain && length > 1) {
            replacement = "?";
            for (size_t n = 0; n < sizeof twins / sizeof *twins; ++n)
                if (strncmp(text, twins[n].fancy, length) == 0)
                    replacement = twins[n].plain;
        }
        if (replacement)
            used += (size_t)snprintf(out + used, size - used, "%s", replacement);
        for (size_t k = 0; !replacement && k < length; ++k)
            out[used++] = text[k];
        text += length ? length : 1;
    }
    out[used] = '\0';
}

static void set_font(figure *f, double size, int bold)
{
    cairo_select_font_face(f->cr, f->family, CAIRO_FONT_SLANT_NORMAL,
                           bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(f->cr, size);
}

double figure_text_width(figure *f, double size, int bold, const char *text)
{
    char shown[512];
    simplify(f, text, shown, sizeof shown);
    cairo_text_extents_t box;
    set_font(f, size, bold);
    cairo_text_extents(f->cr, shown, &box);
    return box.x_advance;
}

static double shift_of(figure *f, const text_style *style, const char *text)
{
    const double width = figure_text_width(f, style->size, style->bold, text);
    return style->align == ALIGN_LEFT ? 0 : style->align == ALIGN_CENTRE ? -0.5 * width : -width;
}

void figure_text(figure *f, double x, double y, text_style style, const char *text)
{
    char shown[512];
    simplify(f, text, shown, sizeof shown);
    cairo_move_to(f->cr, x + shift_of(f, &style, text), y);
    figure_colour(f, style.colour);
    cairo_show_text(f->cr, shown);
}

void figure_text_outlined(figure *f, double x, double y, text_style style, const char *text)
{
    char shown[512];
    simplify(f, text, shown, sizeof shown);
    cairo_move_to(f->cr, x + shift_of(f, &style, text), y);
    cairo_text_path(f->cr, shown);
    cairo_set_source_rgba(f->cr, 1, 1, 1, 0.85);
    cairo_set_line_width(f->cr, 2.4);
    cairo_set_line_join(f->cr, CAIRO_LINE_JOIN_ROUND);
    cairo_stroke(f->cr);
    cairo_set_line_join(f->cr, CAIRO_LINE_JOIN_MITER);
    figure_text(f, x, y, style, text);
}

void figure_text_up(figure *f, double x, double y, text_style style, const char *text)
{
    cairo_save(f->cr);
    cairo_translate(f->cr, x, y);
    cairo_rotate(f->cr, -1.57079632679489661923);
    figure_text(f, 0, 0, style, text);
    cairo_restore(f->cr);
}

/* ---- shapes ---- */

void figure_line(figure *f, double x0, double y0, double x1, double y1, double width, rgb c)
{
    figure_colour(f, c);
    cairo_set_line_width(f->cr, width);
    cairo_move_to(f->cr, x0, y0);
    cairo_line_to(f->cr, x1, y1);
    cairo_stroke(f->cr);
}

void figure_box(figure *f, double x, double y, double width, double height, rgb fill)
{
    figure_colour(f, fill);
    cairo_rectangle(f->cr, x, y, width, height);
    cairo_fill(f->cr);
}

void figure_frame(figure *f, double x, double y, double width, double height, double line, rgb c)
{
    figure_colour(f, c);
    cairo_set_line_width(f->cr, line);
    cairo_rectangle(f->cr, x, y, width, height);
    cairo_stroke(f->cr);
}

void figure_image(figure *f, double x, double y, double width, double height,
                  const uint32_t *pixels, int columns, int rows)
{
    cairo_surface_t *image = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, columns, rows);
    if (cairo_surface_status(image) == CAIRO_STATUS_SUCCESS) {
        cairo_surface_flush(image);
        const int stride = cairo_image_surface_get_stride(image);
        unsigned char *data = cairo_image_surface_get_data(image);
        for (int j = 0; j < rows; ++j)
            memcpy(data + (size_t)j * (size_t)stride, pixels + (size_t)j * (size_t)columns,
                   (size_t)columns * sizeof *pixels);
        cairo_surface_mark_dirty(image);
        cairo_save(f->cr);
        cairo_translate(f->cr, x, y);
        cairo_scale(f->cr, width / columns, height / rows);
        cairo_set_source_surface(f->cr, image, 0, 0);
        cairo_pattern_set_filter(cairo_get_source(f->cr), CAIRO_FILTER_NEAREST);
        cairo_paint(f->cr);
        cairo_restore(f->cr);
    }
    cairo_surface_destroy(image);
}
