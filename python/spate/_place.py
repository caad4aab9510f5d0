"""Where libspate.so is, seen from this folder. `make install` writes its own."""
NAME = "libspate.so"
FOLDERS = ["../../build"]
