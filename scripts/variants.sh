b a64 64 &
b a32 32 &
b silent64 64 -DADI_SILENT &
b silent32 32 -DADI_SILENT &
COUNT="a64 a32"
