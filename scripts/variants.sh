b a64 64 &
b a32 32 &
COUNT="a64 a32"
