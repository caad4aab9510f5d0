/* In the place of libcuda.so.1. */
int fake_driver(void);
int fake_driver(void)
{
    return 0;
}
