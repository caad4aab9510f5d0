/* Zeros whose value no compiler knows: see SPATE_ZERO in real.h. */
extern const float unknown_zero_f32;
extern const double unknown_zero_f64;
const float unknown_zero_f32 = 0;
const double unknown_zero_f64 = 0;
