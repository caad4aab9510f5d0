/* Signals that ask a run to save its state and stop: Ctrl-C (SIGINT), SIGTERM, and what batch systems send
 * before they end a job: SIGHUP, SIGXCPU, SIGUSR1, SIGUSR2. The first one is kept for the run to find. Later
 * ones change nothing, so that no burst of signals (timeout sends two) ends the program before its checkpoint
 * is on the disk. Only Ctrl-C again, two seconds or more after the first, ends the program at once. */
#ifndef SPATE_MODEL_STOP_SIGNALS_H
#define SPATE_MODEL_STOP_SIGNALS_H

/* From now on signals are kept. Calls nest; a SIGHUP that was ignored (nohup) stays ignored. */
void stop_signals_begin(void);
/* Once for each begin: after the last one signals do again what they did before. */
void stop_signals_end(void);

/* The signal that asks this process to stop, 0 where none came. Ctrl-C counts more than the others. */
int stop_signal(void);
const char *stop_signal_name(int number);

#endif
