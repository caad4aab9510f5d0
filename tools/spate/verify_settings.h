/* Options of schemes for every case of `spate verify`: --set NAME=VALUE. */
#ifndef SPATE_TOOLS_VERIFY_SETTINGS_H
#define SPATE_TOOLS_VERIFY_SETTINGS_H

#include "program/options.h"

/* An exit code; 0: all settings are valid. */
int verify_settings_check(const spate_tool *tool, const option_list *settings);
/* As verify_options.adjust; settings: an option_list that was checked. */
void verify_settings_apply(spate_options *opt, void *settings);

#endif
