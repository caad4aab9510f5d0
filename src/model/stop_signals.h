/* Signals that ask a run to save its state and stop: Ctrl-C (SIGINT), SIGTERM, and what batch
 * systems send before they end a job: SIGHUP, SIGXCPU, SIGUSR1, SIGUSR2. The first one is stored
 * until the run checks for it. Later ones are ignored, so that a burst of signals (timeout sends
 * two) does not end the program before its checkpoint is on the disk. Only a second Ctrl-C, two
 * seconds or more after the first, ends the program at once. */
#ifndef SPATE_MODEL_STOP_SIGNALS_H
#define SPATE_MODEL_STOP_SIGNALS_H

/* From now on signals are stored. Calls may be nested; a SIGHUP that was ignored (nohup) stays
 * ignored. */
void stop_signals_begin(void);
/* Call once for each begin; the last call restores the earlier handlers. */
void stop_signals_end(void);

/* The signal that requests a stop; 0: none. Ctrl-C takes precedence. */
int stop_signal(void);
const char *stop_signal_name(int number);

#endif
