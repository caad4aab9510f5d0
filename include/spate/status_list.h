/* The one list of status codes: SPATE_STATUS(NAME, exit code of the program, text).
 * include/spate/spate.h makes the enum from it; base/status.c the texts and exit codes. */
SPATE_STATUS(OK, 0, "done")
SPATE_STATUS(ERROR_INTERNAL, 1, "internal error")
SPATE_STATUS(ERROR_MEMORY, 1, "not enough memory")
SPATE_STATUS(ERROR_ARGUMENT, 2, "wrong argument")
SPATE_STATUS(ERROR_DATA, 3, "wrong input data")
SPATE_STATUS(ERROR_BACKEND, 4, "backend unavailable")
SPATE_STATUS(ERROR_NUMERICAL, 5, "numerical failure")
SPATE_STATUS(ERROR_OUTPUT, 6, "output failed")
SPATE_STATUS(ERROR_COMPARISON, 7, "comparison failed")
SPATE_STATUS(STOPPED, 130, "stopped by the observer")
SPATE_STATUS(STOPPED_SAVED, 75, "stopped with a checkpoint")
