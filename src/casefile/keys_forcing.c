/* What acts on the water inside the grid: rain, inflows, infiltration, wind, air pressure,
 * rotation. */
#include "casefile/key_table.h"

/* {file, variable, time, every, band}: rasters against time. */
#define FRAME_KEYS(at)                                                                             \
    {.path = at ".file",                                                                           \
     .forms = KEY_FILE,                                                                            \
     .flags = KEY_REQUIRED,                                                                        \
     .help = "Raster; one with several bands is a series."},                                       \
        {.path = at ".variable",                                                                   \
         .forms = KEY_TEXT,                                                                        \
         .otherwise = "the only one",                                                              \
         .help = "Variable of a NetCDF file."},                                                    \
        {.path = at ".time",                                                                       \
         .forms = KEY_NUMBER | KEY_DATE,                                                           \
         .unit = UNIT_TIME,                                                                        \
         .otherwise = "those of the bands in the file",                                            \
         RANGE(-1e10, 1e10),                                                                       \
         .help = "Time since time.start, or a date; of the first band where there are several."},  \
        {.path = at ".every",                                                                      \
         .forms = KEY_NUMBER,                                                                      \
         .unit = UNIT_TIME,                                                                        \
         .needs = "time",                                                                          \
         RANGE(1e-3, 1e10),                                                                        \
         .help = "Time from one band to the next."},                                               \
    {                                                                                              \
        .path = at ".band", .forms = KEY_INTEGER, .otherwise = "the only one", .needs = "time",    \
        RANGE(1, 65535), .help = "Only this band of the raster."                                   \
    }

static const case_key keys[] = {
    {.path = "rain",
     .forms = KEY_QUANTITY,
     .unit = UNIT_RATE,
     .otherwise = "none",
     RANGE(0, 0.01),
     .help = "Rain on every cell; a value of a series is valid until the next time."},
    SERIES_KEYS("rain", UNIT_RATE, ONE_OF("source"), "file|rasters", .required_with = "rasters"),
    {.path = "rain.rasters",
     .forms = KEY_LIST,
     ONE_OF("source"),
     .help = "Rasters against time; each is valid until the next, the last to the end of the run "
             "(needs rain.unit)."},
    FRAME_KEYS("rain.rasters[]"),

    {.path = "inflows",
     .forms = KEY_LIST,
     .help = "Water added or removed inside the grid: springs, outfalls, intakes."},
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
     .help = "Flow into the grid; negative removes water, as far as there is any."},
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
     .help = "Green and Ampt's law: fast into dry soil, slower as it becomes wet."},
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
     .help = "Moisture deficit at the start: porosity minus water content."},
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
     .help = "Direction from which the wind comes, clockwise from north: 270 deg is a west wind."},
    {.path = "wind.file",
     .forms = KEY_FILE,
     ONE_OF("source"),
     .help = "CSV file with the columns time, speed and direction."},
    TIME_KEYS("wind"),
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
     .help = "Air pressure at sea level, a force on the water in scheme adi."},
    {.path = "air_pressure.rasters",
     .forms = KEY_LIST,
     .flags = KEY_REQUIRED,
     .help = "Rasters against time; linear in time between two of them, constant before the first "
             "and after the last."},
    FRAME_KEYS("air_pressure.rasters[]"),
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
     .help = "Pressure at which boundary levels are given; higher pressure lowers the sea, 1 cm "
             "for 1 hPa."},
    {.path = "air_pressure.boundaries",
     .forms = KEY_CHOICE,
     .choices = "lowered|as_given",
     .fallback = "lowered",
     .help = "Boundary levels: lowered by the pressure above the reference, for levels of tides "
             "alone; or as_given, for measured levels."},
    {.path = "air_pressure.water_density",
     .forms = KEY_NUMBER,
     .fallback = "1000",
     RANGE(900, 1100),
     .help = "Density of water in kg/m3; sea water has about 1025."},

    {.path = "coriolis",
     .forms = KEY_MAP,
     .otherwise = "none",
     .help = "Coriolis force of the rotation of the earth."},
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
     .help = "The Coriolis parameter."},
    {.path = "coriolis.beta",
     .forms = KEY_NUMBER,
     .unit = UNIT_BETA,
     .fallback = "0 1/(m s)",
     RANGE(-1, 1),
     .help = "Change of the Coriolis parameter northward: f is that of `latitude` or `f` at "
             "`reference_y` and changes by this per metre. On the earth it is 2 omega "
             "cos(latitude) / 6371 km. Not with a periodic south or north edge."},
    {.path = "coriolis.reference_y",
     .forms = KEY_NUMBER,
     .unit = UNIT_LENGTH,
     .otherwise = "the middle of the grid",
     .needs = "beta",
     .help = "Northing where f is that of `latitude` or `f`."},
};

const key_table keys_of_forcing = KEY_TABLE(keys);
