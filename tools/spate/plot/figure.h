/* A page to draw on: PNG, SVG or PDF by the name of the file, measured in pixels of 1/96 inch, with
 * text that appears even where no font is installed. Knows cairo and files, not water. */
#ifndef SPATE_TOOLS_PLOT_FIGURE_H
#define SPATE_TOOLS_PLOT_FIGURE_H

#include <cairo.h>
#include <stdio.h>

#include "colour.h"
#include "program/tool.h"
#include "program/tool_file.h"

enum { FIGURE_SCALE = 2 }; /* device pixels of a PNG (and of images in SVG and PDF) per pixel */

typedef struct figure {
    cairo_t *cr;
    cairo_surface_t *surface;
    tool_file file;
    double width, height;
    int png, piped;
    const char *family; /* of the font */
    int plain;          /* the font has only ASCII: text is simplified */
} figure;

/* Can files of this name be written? Prints the reason where not; returns an exit code, 0
 * if yes. */
int figure_check_name(const spate_tool *tool, const char *path);
/* White. pipe: where not NULL a PNG goes there, and path is only for messages. Returns an exit
 * code; what failed is printed. */
int figure_begin(const spate_tool *tool, figure *f, const char *path, FILE *pipe, double width,
                 double height);
/* Writes and renames (ok), or removes. Returns an exit code. */
int figure_end(const spate_tool *tool, figure *f, int ok);

void figure_colour(figure *f, rgb c);

typedef enum { ALIGN_LEFT, ALIGN_CENTRE, ALIGN_RIGHT } text_align;
typedef struct text_style {
    double size;
    rgb colour;
    int bold;
    text_align align;
} text_style;
/* y is the base line. */
void figure_text(figure *f, double x, double y, text_style style, const char *text);
/* With a white outline, to be read on any ground. */
void figure_text_outlined(figure *f, double x, double y, text_style style, const char *text);
/* Reading upwards. */
void figure_text_up(figure *f, double x, double y, text_style style, const char *text);
double figure_text_width(figure *f, double size, int bold, const char *text);
void figure_line(figure *f, double x0, double y0, double x1, double y1, double width, rgb c);
void figure_box(figure *f, double x, double y, double width, double height, rgb fill);
void figure_frame(figure *f, double x, double y, double width, double height, double line, rgb c);
/* An image of device pixels, row 0 on top, 0xAARRGGBB premultiplied, stretched over the box. */
void figure_image(figure *f, double x, double y, double width, double height,
                  const uint32_t *pixels, int columns, int rows);

/* As figure_check_name, for a file that another option than -o names. */
int figure_check_option(const spate_tool *tool, const char *flag, const char *path);

extern const rgb figure_ink, figure_grey, figure_faint;

#endif
