/* The table of keys. Ranges keep out slips (a unit forgotten, a comma for a point), not rare cases. */
#include "casefile/keys.h"

#define RANGE(a, b) .low = (a), .high = (b)
#define ONE_OF(name) .group = (name), .flags = KEY_ONE_NEEDED
#define LEVELS RANGE(-12000, 12000) /* m: from the deepest trench to above the highest summit */

#define OF_FILE .otherwise = "that of the file"

/* {file, column, unit, scale}: a column of a CSV file against time. */
#define SERIES_KEYS(at, kind, file_rule, beside, unit_rule)                                        \
    {.path = at ".file", .forms = KEY_FILE, file_rule, .help = "CSV file with a time column."},    \
        {.path = at ".column",                                                                     \
         .forms = KEY_TEXT,                                                                        \
         .needs = "file",                                                                          \
         .otherwise = "the only one",                                                              \
         .help = "Column of the file, by its name in the header."},                                \
        {.path = at ".unit",                                                                       \
         .forms = KEY_UNIT,                                                                        \
         .unit = (kind),                                                                           \
         .needs = beside,                                                                          \
         unit_rule,                                                                                \
         .help = "Unit of the values, where the file does not say it."},                           \
    {                                                                                              \
        .path = at ".scale", .forms = KEY_NUMBER, .fallback = "1", .needs = beside,                \
        RANGE(-1e6, 1e6), .help = "Factor on the values."                                          \
    }
#define OFFSET_KEY(at)                                                                             \
    {                                                                                              \
        .path = at ".offset", .forms = KEY_NUMBER, .unit = UNIT_LENGTH, .fallback = "0 m",         \
        .needs = "file", LEVELS,                                                                   \
        .help = "Added to the values, after the factor: the difference of two datums."             \
    }

/* {file, band, unit, scale}: a raster. */
#define RASTER_KEYS(at, kind, file_rule, unit_rule)                                                \
    {.path = at ".file", .forms = KEY_FILE, file_rule, .help = "Raster."},                         \
        {.path = at ".band",                                                                       \
         .forms = KEY_INTEGER,                                                                     \
         .otherwise = "the only one",                                                              \
         .needs = "file",                                                                          \
         RANGE(1, 65535),                                                                          \
         .help = "Band of the raster."},                                                           \
        {.path = at ".unit",                                                                       \
         .forms = KEY_UNIT,                                                                        \
         .unit = (kind),                                                                           \
         .needs = "file",                                                                          \
         unit_rule,                                                                                \
         .help = "Unit of the values."},                                                           \
    {                                                                                              \
        .path = at ".scale", .forms = KEY_NUMBER, .fallback = "1", .needs = "file",                \
        RANGE(-1e6, 1e6), .help = "Factor on the values."                                          \
    }

/* A level at a boundary: a series, a sum of tides, or several stations. */
#define LEVEL_KEYS(at)                                                                             \
    SERIES_KEYS(at, UNIT_LENGTH, ONE_OF("source"), "file", OF_FILE), OFFSET_KEY(at),               \
        {.path = at ".constituents",                                                               \
         .forms = KEY_LIST,                                                                        \
         ONE_OF("source"),                                                                         \
         .help = "Tide as a sum of cosines: amplitude * cos(360 deg * t / period - phase)."},      \
        {.path = at ".constituents[].amplitude",                                                   \
         .forms = KEY_NUMBER,                                                                      \
         .unit = UNIT_LENGTH,                                                                      \
         .flags = KEY_REQUIRED,                                                                    \
         RANGE(0, 100),                                                                            \
         .help = "Half the range of this constituent."},                                           \
        {.path = at ".constituents[].period",                                                      \
         .forms = KEY_NUMBER,                                                                      \
         .unit = UNIT_TIME,                                                                        \
         .flags = KEY_REQUIRED,                                                                    \
         RANGE(1e-3, 1e9),                                                                         \
         .help = "Its period; M2 has 12.4206 h."},                                                 \
        {.path = at ".constituents[].phase",                                                       \
         .forms = KEY_NUMBER,                                                                      \
         .unit = UNIT_ANGLE,                                                                       \
         .fallback = "0 deg",                                                                      \
         RANGE(-3600, 3600),                                                                       \
         .help = "How far high water lies behind time.start, as part of 360 deg."},                \
        {.path = at ".mean",                                                                       \
         .forms = KEY_NUMBER,                                                                      \
         .unit = UNIT_LENGTH,                                                                      \
         .fallback = "0 m",                                                                        \
         .needs = "constituents",                                                                  \
         LEVELS,                                                                                   \
         .help = "Level around which the tide swings."},                                           \
        {.path = at ".stations",                                                                   \
         .forms = KEY_LIST,                                                                        \
         ONE_OF("source"),                                                                         \
         .help = "Levels at several places; between two of them they are interpolated."},          \
        {.path = at ".stations[].at",                                                              \
         .forms = KEY_POINT,                                                                       \
         .flags = KEY_REQUIRED,                                                                    \
         .help = "Where the station is."},                                                         \
        SERIES_KEYS(at ".stations[]", UNIT_LENGTH, .flags = KEY_REQUIRED, "file", OF_FILE),        \
        OFFSET_KEY(at ".stations[]")

#define NOT_YET(name, text)                                                                        \
    {                                                                                              \
        .path = name, .flags = KEY_NOT_YET, .help = text                                           \
    }

const case_key case_root_key = {.path = "", .forms = KEY_MAP, .help = "The case."};

const case_key case_keys[] = {
    {.path = "spate",
     .forms = KEY_FORMAT,
     .flags = KEY_REQUIRED,
     RANGE(0, 1),
     .help = "Format of the case file; this version reads format 1."},
    {.path = "title", .forms = KEY_TEXT, .help = "Title of the results and pictures."},

    {.path = "time",
     .forms = KEY_MAP,
     .flags = KEY_REQUIRED,
     .help = "When the simulated time begins and ends."},
    {.path = "time.start",
     .forms = KEY_DATE,
     .fallback = "1970-01-01T00:00Z",
     .help = "Date and time of the start; a zone is required (Z is UTC)."},
    {.path = "time.end",
     .forms = KEY_NUMBER | KEY_DATE,
     .unit = UNIT_TIME,
     .flags = KEY_REQUIRED,
     RANGE(1e-3, 1e10),
     .help = "Duration of the run, or the date of its end."},

    {.path = "grid", .forms = KEY_MAP, .flags = KEY_SECTION, .help = "Square or oblong cells."},
    {.path = "grid.crs",
     .forms = KEY_TEXT,
     .otherwise = "that of the first terrain layer",
     .help = "Coordinate system of the run, projected; every layer is brought to it."},
    {.path = "grid.resolution",
     .forms = KEY_NUMBER | KEY_PAIR,
     .unit = UNIT_LENGTH,
     .otherwise = "that of the first terrain layer",
     RANGE(1e-4, 1e5),
     .help = "Size of a cell, or [dx, dy]."},
    {.path = "grid.area",
     .forms = KEY_BOX | KEY_FILE,
     .otherwise = "the extent of the terrain",
     .help = "[xmin, ymin, xmax, ymax], or a file with polygons outside of which cells are "
             "inactive."},

    {.path = "terrain", .forms = KEY_MAP, .flags = KEY_REQUIRED, .help = "The ground."},
    {.path = "terrain.file",
     .forms = KEY_FILE,
     ONE_OF("source"),
     .help = "One raster of heights; short for a single layer."},
    {.path = "terrain.layers",
     .forms = KEY_LIST,
     ONE_OF("source"),
     .help = "Rasters of heights; later ones win where they have data."},
    {.path = "terrain.layers[].file",
     .forms = KEY_FILE,
     .flags = KEY_REQUIRED,
     .help = "Raster of heights, positive up."},
    {.path = "terrain.layers[].offset",
     .forms = KEY_NUMBER,
     .unit = UNIT_LENGTH,
     .fallback = "0 m",
     LEVELS,
     .help = "Added to the heights: from the datum of the layer to that of the run."},
    {.path = "terrain.layers[].unit",
     .forms = KEY_UNIT,
     .unit = UNIT_LENGTH,
     .otherwise = "what the file says, else m",
     .help = "Unit of the heights."},
    {.path = "terrain.layers[].band",
     .forms = KEY_INTEGER,
     .otherwise = "the only one",
     RANGE(1, 65535),
     .help = "Band of the raster."},
    {.path = "terrain.layers[].nodata_value",
     .forms = KEY_CHOICE | KEY_NUMBER,
     .choices = "none",
     .otherwise = "what the file says",
     .help = "Another value that marks missing data, in the units of the file; none: -9999, -32767 "
             "and -32768 are elevations."},
    {.path = "terrain.nodata",
     .forms = KEY_CHOICE | KEY_NUMBER,
     .unit = UNIT_LENGTH,
     .choices = "error|inactive",
     .fallback = "error",
     LEVELS,
     .help = "Holes enclosed by data: an error, inactive cells, or filled with a level."},
    {.path = "terrain.walls",
     .forms = KEY_MAP | KEY_LIST,
     .help = "Lines that water crosses only above their crest: walls, levees, kerbs."},
    {.path = "terrain.walls[].name", .forms = KEY_NAME, .help = "For messages."},
    {.path = "terrain.walls[].file",
     .forms = KEY_FILE,
     ONE_OF("place"),
     .help = "File with lines."},
    {.path = "terrain.walls[].line",
     .forms = KEY_LINE,
     ONE_OF("place"),
     .help = "Points of one line."},
    {.path = "terrain.walls[].crest",
     .forms = KEY_NUMBER | KEY_TEXT,
     .unit = UNIT_LENGTH,
     .otherwise = "heights of the file's lines; flat lines are never overtopped",
     LEVELS,
     .help = "Level of the crest, or the column of the file that holds it (in m)."},
    {.path = "terrain.blocked",
     .forms = KEY_FILE | KEY_FILES,
     .help = "Files with polygons that water does not enter, such as buildings."},
    {.path = "terrain.bed",
     .forms = KEY_CHOICE,
     .choices = "cells|bilinear",
     .fallback = "cells",
     .help = "Bed flat in each cell, or bilinear between corners (smooth beds)."},

    {.path = "manning",
     .forms = KEY_NUMBER | KEY_FILE | KEY_MAP,
     .fallback = "0.035",
     RANGE(0, 1),
     .help = "Manning's n in s/m^(1/3): a number, a raster, or classes with a table."},
    {.path = "manning.classes",
     .forms = KEY_FILE,
     .flags = KEY_REQUIRED,
     .help = "Raster of land-cover classes."},
    {.path = "manning.table",
     .forms = KEY_FILE,
     .flags = KEY_REQUIRED,
     .help = "CSV file with the columns class and manning."},

    {.path = "initial",
     .forms = KEY_LIST,
     .otherwise = "dry",
     .help = "Water at the start, in order: later entries win where they apply."},
    {.path = "initial[].level",
     .forms = KEY_QUANTITY,
     .unit = UNIT_LENGTH,
     ONE_OF("kind"),
     LEVELS,
     .help = "Water up to this level, wherever the bed is lower."},
    RASTER_KEYS("initial[].level", UNIT_LENGTH, .flags = KEY_REQUIRED, .otherwise = "m"),
    OFFSET_KEY("initial[].level"),
    {.path = "initial[].depth",
     .forms = KEY_QUANTITY,
     .unit = UNIT_LENGTH,
     ONE_OF("kind"),
     RANGE(0, 12000),
     .help = "Depth of water."},
    RASTER_KEYS("initial[].depth", UNIT_LENGTH, .flags = KEY_REQUIRED, .otherwise = "m"),
    {.path = "initial[].from",
     .forms = KEY_FILE,
     ONE_OF("kind"),
     .help = "Folder of another run, whose last state is taken."},
    {.path = "initial[].u",
     .forms = KEY_QUANTITY,
     .unit = UNIT_SPEED,
     .fallback = "0 m/s",
     .needs = "level|depth",
     RANGE(-100, 100),
     .help = "Velocity towards the east; a raster counts as 0 where it has no value."},
    RASTER_KEYS("initial[].u", UNIT_SPEED, .flags = KEY_REQUIRED, .otherwise = "m/s"),
    {.path = "initial[].v",
     .forms = KEY_QUANTITY,
     .unit = UNIT_SPEED,
     .fallback = "0 m/s",
     .needs = "level|depth",
     RANGE(-100, 100),
     .help = "Velocity towards the north; a raster counts as 0 where it has no value."},
    RASTER_KEYS("initial[].v", UNIT_SPEED, .flags = KEY_REQUIRED, .otherwise = "m/s"),
    {.path = "initial[].within",
     .forms = KEY_POLYGON | KEY_FILE,
     .otherwise = "everywhere",
     .help = "Only inside these polygons."},
    {.path = "initial[].connected_to",
     .forms = KEY_NAME,
     .needs = "level",
     .refers = "boundaries[].name",
     .help = "Only cells below the level that are joined to this boundary by such cells."},

    {.path = "boundaries",
     .forms = KEY_LIST,
     .otherwise = "walls all around",
     .help = "Conditions on outer faces; faces that no boundary takes are walls."},
    {.path = "boundaries[].name",
     .forms = KEY_NAME,
     .flags = KEY_REQUIRED,
     .unique = "",
     .help = "Name in messages and results."},
    {.path = "boundaries[].edge",
     .forms = KEY_CHOICE,
     .choices = "west|east|south|north",
     ONE_OF("place"),
     .help = "All outer faces beyond the last column or row of active cells on this side."},
    {.path = "boundaries[].line",
     .forms = KEY_LINE | KEY_FILE,
     ONE_OF("place"),
     .help = "The outer faces along a line."},
    {.path = "boundaries[].within",
     .forms = KEY_POLYGON | KEY_FILE,
     ONE_OF("place"),
     .help = "The outer faces inside polygons."},
    {.path = "boundaries[].wall", .forms = KEY_FLAG, ONE_OF("kind"), .help = "No flow."},
    {.path = "boundaries[].open",
     .forms = KEY_FLAG,
     ONE_OF("kind"),
     .help =
         "The stream runs on outside as it comes, on ground that falls as before; none comes in. "
         "On level or rising ground it is nearly a wall: see outfall."},
    {.path = "boundaries[].outfall",
     .forms = KEY_FLAG,
     ONE_OF("kind"),
     .help =
         "The water falls free over the edge, at critical depth, whatever the ground does; none "
         "comes in."},
    {.path = "boundaries[].level",
     .forms = KEY_QUANTITY,
     .unit = UNIT_LENGTH,
     ONE_OF("kind"),
     LEVELS,
     .help = "Water level outside; flow both ways, but never in where the bed is higher."},
    LEVEL_KEYS("boundaries[].level"),
    {.path = "boundaries[].wave",
     .forms = KEY_QUANTITY,
     .unit = UNIT_LENGTH,
     ONE_OF("kind"),
     LEVELS,
     .help = "Level of the wave that comes in; waves from inside leave."},
    LEVEL_KEYS("boundaries[].wave"),
    {.path = "boundaries[].discharge",
     .forms = KEY_QUANTITY,
     .unit = UNIT_DISCHARGE,
     ONE_OF("kind"),
     RANGE(-1e7, 1e7),
     .help = "Flow into the grid over all its faces; negative takes water out."},
    SERIES_KEYS("boundaries[].discharge", UNIT_DISCHARGE, .flags = KEY_REQUIRED, "file", OF_FILE),
    {.path = "boundaries[].normal_depth",
     .forms = KEY_MAP,
     ONE_OF("kind"),
     .help = "Outflow as in uniform flow down a slope."},
    {.path = "boundaries[].normal_depth.slope",
     .forms = KEY_NUMBER,
     .flags = KEY_REQUIRED,
     RANGE(1e-7, 1),
     .help = "Slope of bed and water downstream of the boundary."},
    {.path = "boundaries[].normal_depth.manning",
     .forms = KEY_NUMBER,
     .otherwise = "that of the cells",
     RANGE(1e-4, 1),
     .help = "Manning's n downstream of the boundary."},
    {.path = "boundaries[].rating",
     .forms = KEY_FILE | KEY_MAP,
     ONE_OF("kind"),
     .help = "Outflow from a table: CSV file with level [m] and discharge [m3/s]."},
    {.path = "boundaries[].rating.file",
     .forms = KEY_FILE,
     .flags = KEY_REQUIRED,
     .help = "CSV file with rising levels and discharges."},
    {.path = "boundaries[].periodic",
     .forms = KEY_FLAG,
     ONE_OF("kind"),
     .needs = "edge",
     .help = "What leaves here comes in at the opposite edge, which must be periodic too."},
    {.path = "boundaries[].slope",
     .forms = KEY_NUMBER,
     .otherwise = "required with discharge, where there is friction",
     .needs = "discharge",
     RANGE(1e-7, 1),
     .help = "Energy slope that spreads the discharge over the section. Without friction, or with "
             "froude or inflow_level, it may be left out: the section then carries critical flow."},
    {.path = "boundaries[].froude",
     .forms = KEY_NUMBER,
     .otherwise = "slower than 1",
     .needs = "discharge",
     RANGE(1, 100),
     .help = "Froude number of the inflow, where it comes faster than its waves (supercritical)."},
    {.path = "boundaries[].inflow_level",
     .forms = KEY_QUANTITY,
     .unit = UNIT_LENGTH,
     .otherwise = "as the water inside",
     .needs = "discharge",
     LEVELS,
     .help =
         "Level of the water that the discharge brings, where that makes it supercritical; slower "
         "water stands as the water inside does."},
    SERIES_KEYS("boundaries[].inflow_level", UNIT_LENGTH, .flags = KEY_REQUIRED, "file", OF_FILE),
    OFFSET_KEY("boundaries[].inflow_level"),
    {.path = "boundaries[].absorbing",
     .forms = KEY_FLAG | KEY_NUMBER,
     .unit = UNIT_TIME,
     .fallback = "no",
     .yes = "10 min",
     .needs = "level",
     RANGE(1e-3, 1e8),
     .help = "Lets waves from inside leave that are shorter than this."},
    {.path = "boundaries[].ramp",
     .forms = KEY_NUMBER,
     .unit = UNIT_TIME,
     .fallback = "0 s",
     .needs = "level|discharge",
     RANGE(0, 1e8),
     .help = "Time over which the boundary goes from the state at the start to its series."},
    {.path = "boundaries[].still",
     .forms = KEY_NUMBER,
     .unit = UNIT_LENGTH,
     .fallback = "0 m",
     .needs = "wave",
     LEVELS,
     .help = "Level of still water, around which the wave swings."},

    {.path = "rain",
     .forms = KEY_QUANTITY,
     .unit = UNIT_RATE,
     .otherwise = "none",
     RANGE(0, 0.01),
     .help = "Rain on every cell; a value of a series holds until the next time."},
    SERIES_KEYS("rain", UNIT_RATE, ONE_OF("source"), "file|rasters", .required_with = "rasters"),
    {.path = "rain.rasters",
     .forms = KEY_LIST,
     ONE_OF("source"),
     .help = "Rasters against time; each holds until the next (needs rain.unit)."},
    {.path = "rain.rasters[].time",
     .forms = KEY_NUMBER | KEY_DATE,
     .unit = UNIT_TIME,
     .flags = KEY_REQUIRED,
     RANGE(-1e10, 1e10),
     .help = "From when on it holds: time since time.start, or a date."},
    {.path = "rain.rasters[].file",
     .forms = KEY_FILE,
     .flags = KEY_REQUIRED,
     .help = "Raster of rain."},

    {.path = "inflows",
     .forms = KEY_LIST,
     .help = "Water let in or taken out inside the grid: springs, outfalls, intakes."},
    {.path = "inflows[].name",
     .forms = KEY_NAME,
     .flags = KEY_REQUIRED,
     .unique = "",
     .help = "Name in messages and results."},
    {.path = "inflows[].at", .forms = KEY_POINT, ONE_OF("place"), .help = "Where."},
    {.path = "inflows[].radius",
     .forms = KEY_NUMBER,
     .unit = UNIT_LENGTH,
     .otherwise = "the cell at the point",
     .needs = "at",
     RANGE(0, 1e6),
     .help = "The flow is spread over the cells within this distance."},
    {.path = "inflows[].within",
     .forms = KEY_POLYGON | KEY_FILE,
     ONE_OF("place"),
     .help = "The flow is spread over the cells inside polygons."},
    {.path = "inflows[].discharge",
     .forms = KEY_QUANTITY,
     .unit = UNIT_DISCHARGE,
     .flags = KEY_REQUIRED,
     RANGE(-1e7, 1e7),
     .help = "Flow into the grid; negative takes water out, as far as there is any."},
    SERIES_KEYS("inflows[].discharge", UNIT_DISCHARGE, .flags = KEY_REQUIRED, "file", OF_FILE),

    {.path = "infiltration",
     .forms = KEY_NUMBER | KEY_MAP,
     .unit = UNIT_RATE,
     .otherwise = "none",
     RANGE(0, 0.01),
     .help = "Water lost into the ground, never more than there is."},
    RASTER_KEYS("infiltration", UNIT_RATE, ONE_OF("law"), .required_with = "file"),
    {.path = "infiltration.green_ampt",
     .forms = KEY_MAP,
     ONE_OF("law"),
     .help = "Green and Ampt's law: fast into dry ground, slower as it fills."},
    {.path = "infiltration.green_ampt.conductivity",
     .forms = KEY_NUMBER | KEY_MAP,
     .unit = UNIT_RATE,
     .flags = KEY_REQUIRED,
     RANGE(0, 0.01),
     .help = "Hydraulic conductivity."},
    RASTER_KEYS("infiltration.green_ampt.conductivity", UNIT_RATE, .flags = KEY_REQUIRED,
                .required_with = "file"),
    {.path = "infiltration.green_ampt.suction",
     .forms = KEY_QUANTITY,
     .unit = UNIT_LENGTH,
     .flags = KEY_REQUIRED,
     RANGE(0, 100),
     .help = "Suction head at the wetting front."},
    RASTER_KEYS("infiltration.green_ampt.suction", UNIT_LENGTH, .flags = KEY_REQUIRED,
                .otherwise = "m"),
    {.path = "infiltration.green_ampt.deficit",
     .forms = KEY_QUANTITY,
     .flags = KEY_REQUIRED,
     RANGE(0, 1),
     .help = "Moisture deficit at the start: porosity less water content."},
    RASTER_KEYS("infiltration.green_ampt.deficit", UNIT_NONE, .flags = KEY_REQUIRED,
                .otherwise = "1"),

    {.path = "wind", .forms = KEY_MAP, .otherwise = "none", .help = "Wind stress on the water."},
    {.path = "wind.speed",
     .forms = KEY_NUMBER,
     .unit = UNIT_SPEED,
     ONE_OF("source"),
     RANGE(0, 150),
     .help = "Speed 10 m above the water."},
    {.path = "wind.direction",
     .forms = KEY_NUMBER,
     .unit = UNIT_ANGLE,
     .needs = "speed",
     .required_with = "speed",
     RANGE(0, 360),
     .help = "Where the wind comes from, clockwise from north: 270 deg is a west wind."},
    {.path = "wind.file",
     .forms = KEY_FILE,
     ONE_OF("source"),
     .help = "CSV file with the columns time, speed and direction."},
    {.path = "wind.drag",
     .forms = KEY_CHOICE | KEY_NUMBER,
     .choices = "wu1982|large_pond|smith_banke",
     .fallback = "wu1982",
     RANGE(0, 0.1),
     .help = "Drag law: Wu (1982), Large and Pond (1981), Smith and Banke (1975), or a number."},
    {.path = "wind.air_density",
     .forms = KEY_NUMBER,
     .fallback = "1.225",
     RANGE(0.5, 2),
     .help = "Density of air in kg/m3."},

    {.path = "air_pressure",
     .forms = KEY_MAP,
     .otherwise = "none",
     .help = "Pressure of the air at sea level, which pushes the water of scheme adi."},
    {.path = "air_pressure.rasters",
     .forms = KEY_LIST,
     .flags = KEY_REQUIRED,
     .help = "Rasters against time; between two of them it changes evenly, before the first and "
             "after the last it stays."},
    {.path = "air_pressure.rasters[].time",
     .forms = KEY_NUMBER | KEY_DATE,
     .unit = UNIT_TIME,
     .flags = KEY_REQUIRED,
     RANGE(-1e10, 1e10),
     .help = "When it holds: time since time.start, or a date."},
    {.path = "air_pressure.rasters[].file",
     .forms = KEY_FILE,
     .flags = KEY_REQUIRED,
     .help = "Raster of pressure."},
    {.path = "air_pressure.unit",
     .forms = KEY_UNIT,
     .unit = UNIT_PRESSURE,
     .flags = KEY_REQUIRED,
     .help = "Unit of the rasters: Pa, hPa, kPa or mbar."},
    {.path = "air_pressure.reference",
     .forms = KEY_NUMBER,
     .unit = UNIT_PRESSURE,
     .fallback = "1013.25 hPa",
     RANGE(85000, 110000),
     .help = "Pressure that levels of boundaries are told for: where it is higher, the sea stands "
             "lower, 1 cm for 1 hPa."},
    {.path = "air_pressure.boundaries",
     .forms = KEY_CHOICE,
     .choices = "lowered|as_given",
     .fallback = "lowered",
     .help =
         "Levels of boundaries: lowered by the pressure above the reference, as of tides alone; "
         "or as_given, as gauges measure them."},
    {.path = "air_pressure.water_density",
     .forms = KEY_NUMBER,
     .fallback = "1000",
     RANGE(900, 1100),
     .help = "Density of water in kg/m3; that of the sea is about 1025."},

    {.path = "coriolis",
     .forms = KEY_MAP,
     .otherwise = "none",
     .help = "Deflection by the rotation of the earth."},
    {.path = "coriolis.latitude",
     .forms = KEY_NUMBER,
     .unit = UNIT_ANGLE,
     ONE_OF("parameter"),
     RANGE(-90, 90),
     .help = "Latitude, positive north; one value for the whole grid."},
    {.path = "coriolis.f",
     .forms = KEY_NUMBER,
     .unit = UNIT_FREQUENCY,
     ONE_OF("parameter"),
     RANGE(-1, 1),
     .help = "The Coriolis parameter itself."},

    {.path = "gauges",
     .forms = KEY_LIST,
     .help = "Places whose level, depth and velocity are written against time."},
    {.path = "gauges[].name",
     .forms = KEY_NAME,
     .flags = KEY_REQUIRED,
     .unique = "at",
     .help = "Name of the gauge; with `file`, the column that holds the names."},
    {.path = "gauges[].at", .forms = KEY_POINT, ONE_OF("place"), .help = "Where."},
    {.path = "gauges[].file",
     .forms = KEY_FILE,
     ONE_OF("place"),
     .help = "File with points, a gauge each."},
    {.path = "gauges[].observed",
     .forms = KEY_FILE | KEY_MAP,
     .needs = "at",
     .help = "CSV file of observed levels, drawn and compared with the result."},
    SERIES_KEYS("gauges[].observed", UNIT_LENGTH, .flags = KEY_REQUIRED, "file", OF_FILE),
    OFFSET_KEY("gauges[].observed"),

    {.path = "sections",
     .forms = KEY_LIST,
     .help = "Lines whose discharge is written against time; left to right bank looking "
             "downstream counts downstream flow as positive."},
    {.path = "sections[].name",
     .forms = KEY_NAME,
     .flags = KEY_REQUIRED,
     .unique = "line",
     .help = "Name of the section; with `file`, the column that holds the names."},
    {.path = "sections[].line", .forms = KEY_LINE, ONE_OF("place"), .help = "Points of the line."},
    {.path = "sections[].file",
     .forms = KEY_FILE,
     ONE_OF("place"),
     .help = "File with lines, a section each."},

    {.path = "output", .forms = KEY_MAP, .flags = KEY_SECTION, .help = "What is written."},
    {.path = "output.folder",
     .forms = KEY_FILE,
     .otherwise = "the path of the case with .out",
     .help = "Folder of the results."},
    {.path = "output.maps", .forms = KEY_MAP, .flags = KEY_SECTION, .help = "Maps against time."},
    {.path = "output.maps.every",
     .forms = KEY_NUMBER,
     .unit = UNIT_TIME,
     .fallback = "15 min",
     RANGE(0, 1e10),
     .help = "Simulated time between two maps; the first is at the start, the last at the end; "
             "0: no maps."},
    {.path = "output.maps.variables",
     .forms = KEY_CHOICES,
     .choices = "depth|level|velocity",
     .fallback = "[depth, level, velocity]",
     .help = "What the maps hold."},
    {.path = "output.maxima",
     .forms = KEY_CHOICES,
     .choices = "depth|level|speed|hazard|arrival|duration|hazard_arr|hazard_uk",
     .fallback = "[depth, level, speed, hazard, arrival, duration, hazard_arr, hazard_uk]",
     .help =
         "Largest values of the run, tracked at every step; hazard is depth times speed, "
         "hazard_arr the classes H1 to H6 of Australian Rainfall and Runoff, hazard_uk those of "
         "the British rating; []: none."},
    {.path = "output.wet_depth",
     .forms = KEY_NUMBER,
     .unit = UNIT_LENGTH,
     .fallback = "5 cm",
     RANGE(1e-7, 100),
     .help = "Arrival, speed and extent count from this depth on; at least solver.dry_depth."},
    {.path = "output.duration_depth",
     .forms = KEY_NUMBER,
     .unit = UNIT_LENGTH,
     .fallback = "30 cm",
     RANGE(1e-4, 100),
     .help = "The duration of flooding counts from this depth on."},
    {.path = "output.geotiff",
     .forms = KEY_FLAG,
     .fallback = "yes",
     .help = "Writes the maxima as rasters too."},
    {.path = "output.rasters",
     .forms = KEY_CHOICE,
     .choices = "tif|asc",
     .fallback = "tif",
     .help = "Format of the rasters: GeoTIFF, or ESRI ASCII grids, which need no GDAL."},
    {.path = "output.series",
     .forms = KEY_MAP,
     .flags = KEY_SECTION,
     .help = "Gauges, sections and the water balance."},
    {.path = "output.series.every",
     .forms = KEY_NUMBER,
     .unit = UNIT_TIME,
     .fallback = "1 min",
     RANGE(1e-3, 1e10),
     .help = "Simulated time between two lines."},
    {.path = "output.checkpoint",
     .forms = KEY_MAP,
     .flags = KEY_SECTION,
     .help = "Saved states, from which `spate run --resume` goes on."},
    {.path = "output.checkpoint.every",
     .forms = KEY_NUMBER,
     .unit = UNIT_TIME,
     .fallback = "20 min",
     RANGE(0, 1e10),
     .help = "Wall-clock time between two of them; 0: only on signals."},

    {.path = "solver", .forms = KEY_MAP, .flags = KEY_SECTION, .help = "How it is computed."},
    {.path = "solver.scheme",
     .forms = KEY_CHOICE,
     .choices = "kurganov|adi",
     .fallback = "kurganov",
     .help = "Scheme: kurganov is explicit, for floods and shocks; adi is implicit, in long time "
             "steps, for coasts, estuaries and lakes (docs/theory/adi.md)."},
    {.path = "solver.precision",
     .forms = KEY_CHOICE,
     .choices = "f32|f64|mixed",
     .fallback = "f64",
     .help = "Precision of the stored state; f32 is about twice as fast. mixed, of adi: a state of "
             "f32 whose lines are made and solved in f64."},
    {.path = "solver.backend",
     .forms = KEY_CHOICE,
     .choices = "auto|cpu|reference|cuda|cuda:N",
     .fallback = "auto",
     .help = "What computes: auto takes a GPU where there is one; cuda:1 is the second GPU, "
             "\"cuda:0,1\" two of them."},
    {.path = "solver.isa",
     .forms = KEY_CHOICE,
     .choices = "auto|base|avx2|avx512|fast|strict",
     .fallback = "auto",
     .help = "Kernels: of the CPU by instruction set, all with the same bits; of a GPU, fast, or "
             "strict with the bits of the CPU."},
    {.path = "solver.threads",
     .forms = KEY_INTEGER,
     .fallback = "0",
     RANGE(0, 4096),
     .help = "Threads of the CPU; 0: as many as CPUs that the process may use."},
    {.path = "solver.parts",
     .forms = KEY_PARTS,
     .otherwise = "one per process",
     RANGE(1, 65536),
     .help = "Parts of the grid along x and y, such as 2x3."},
    {.path = "solver.part_weights",
     .forms = KEY_TEXT,
     .otherwise = "equal parts",
     .help =
         "Sizes of the parts relative to one another, rounded to tiles of 32 x 8 cells: \"3,1\" "
         "for two rows of parts (columns where solver.parts is Nx1), \"2,1x1,3\" for 2 columns "
         "and 2 rows. Without solver.parts it sets the number of parts too."},
    {.path = "solver.integrator",
     .forms = KEY_CHOICE,
     .choices = "rk2|euler",
     .fallback = "rk2",
     .help = "Time integration: second or first order."},
    {.path = "solver.cfl",
     .forms = KEY_NUMBER,
     .otherwise = "0.9, with euler 0.9 / (1 + limiter / 2)",
     RANGE(1e-6, 0.95),
     .help =
         "Courant number of kurganov, of both directions together: how much of a cell waves cross "
         "in a step. With euler at most 1 / (1 + limiter / 2)."},
    {.path = "solver.courant",
     .forms = KEY_NUMBER,
     .fallback = "5",
     RANGE(1e-3, 100),
     .help =
         "Courant number of adi: cells that a wave of the deepest water runs through in a step. "
         "Errors of waves grow with its square."},
    {.path = "solver.time_order",
     .forms = KEY_INTEGER,
     .fallback = "2",
     RANGE(1, 2),
     .help =
         "Of adi: 2 with coefficients of the middle of the step, 1 with those of its beginning, "
         "as the scheme was published."},
    {.path = "solver.lines",
     .forms = KEY_CHOICE,
     .choices = "auto|cut|fused|s1|s14|s2-pcr|s2-cr-pcr|penta",
     .fallback = "auto",
     .help =
         "How adi solves its lines. cut: in chunks, over parts and ranks; all that a CPU has. On "
         "a GPU also fused: rows made and solved in one kernel, with the bits of cut; and as "
         "published, with other roundings: s1 (a thread for each line), s14 (the same with levels "
         "among the unknowns), s2-pcr and s2-cr-pcr (a block for each line). auto: fused where "
         "lines fit. penta, of backend reference alone: as s14, in plain loops."},
    {.path = "solver.viscosity",
     .forms = KEY_NUMBER,
     .fallback = "0",
     RANGE(0, 1e6),
     .help = "Eddy viscosity of adi in m2/s."},
    {.path = "solver.flood_depth",
     .forms = KEY_NUMBER,
     .unit = UNIT_LENGTH,
     .fallback = "0.01 m",
     RANGE(1e-6, 10),
     .help =
         "Of adi: ground begins to flood where water stands this high above it, and falls dry at "
         "half of it."},
    {.path = "solver.limiter",
     .forms = KEY_NUMBER,
     .fallback = "1.4",
     RANGE(1, 2),
     .help = "Theta of the limiter, from 1 (minmod, most diffusive) to 2 (sharpest)."},
    {.path = "solver.dry_depth",
     .forms = KEY_NUMBER,
     .unit = UNIT_LENGTH,
     .fallback = "1e-5 m",
     RANGE(1e-7, 1),
     .help = "Water no deeper than this does not move; adi has flood_depth instead."},
    {.path = "solver.dt_max",
     .forms = KEY_NUMBER,
     .unit = UNIT_TIME,
     .fallback = "0 s",
     RANGE(0, 1e9),
     .help = "Largest time step; 0: no limit of its own."},
    {.path = "solver.gravity",
     .forms = KEY_NUMBER,
     .fallback = "9.81",
     RANGE(0.1, 100),
     .help = "Acceleration in m/s2."},
    {.path = "solver.skip_still",
     .forms = KEY_FLAG,
     .fallback = "yes",
     .help = "Skips tiles at rest; the result is the same."},

    NOT_YET("culverts", "Pipes below roads and banks; a pair of inflows is the nearest thing."),
    NOT_YET("pumps", "A pair of inflows with a series of discharge is the nearest thing."),
    NOT_YET("bridges", "Decks and piers; block the piers with terrain.blocked."),
    NOT_YET("spherical", "Grids in degrees; choose a projected grid.crs."),
    NOT_YET("moving_bed", "Beds that change during the run."),
    NOT_YET("sediment", "Transport of sediment."),
    NOT_YET("tracer", "Transport of dissolved matter."),
};

const int case_key_count = (int)(sizeof case_keys / sizeof *case_keys);
