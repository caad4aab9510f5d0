/* Quality of a solution in units of a theoretical bound: at most 1 is correct.
 *
 * u is the unit roundoff (2^-53, 2^-24), h the number of roundings below. With pivots m, Thomas
 * factors A = L U, (|L| |U|)_ii = |m_i| + |a_i c_{i-1} / m_{i-1}|, off the diagonal |A| itself.
 * Higham (Accuracy and Stability of Numerical Algorithms, 2nd ed., section 9.6) has (A + E) x = d,
 * |E| <= 4 u |L| |U| + O(u^2) with divisions; a reciprocal instead of a division adds one rounding
 * in the factor and one in the substitution: h = 6. A matrix factored beforehand may also have a_i
 * / m_i and d_i / m_i as products of rounded values: two more on L and U (h = 8), and 3 on |d|.
 *     SPD and M-matrices: |L| |U| = |A|;
 *     dominant by rows or columns: |L| |U| <= 3 |A|  (same section).
 *
 * Other algorithms (cyclic reduction and variants) are checked on H-matrices: those where <A>, |b|
 * on the diagonal and -|a|, -|c| next to it, is an M-matrix. Dominant, SPD and M-matrices are, and
 * so is Pade. With w from <A> w = |b| the matrix A diag(w) is dominant by rows, rho = max (|a| w +
 * |c| w) / (|b| w) = 1 - 1 / max w < 1. Every reduced system is dominant with no larger rho and,
 * its rows scaled by the diagonal, has an inverse of at most 1 / (1 - rho): a level with relative
 * errors of 5 u in coefficients and right-hand sides changes x / w by at most 10 u kappa max|x /
 * w|, kappa = (1 + rho) / (1 - rho); there are ceil(log2 n) levels and a last division. The
 * residual of row i is at most (|a| w + |b| w + |c| w)_i times that.
 *
 * Periodic matrices, dominant by rows: x = y - q s (Sherman-Morrison). The inner matrix is dominant
 * with no larger rho; |y| <= kappa |x|, |q s| <= (kappa + 1) |x|, and s multiplies errors by at
 * most 1 + kappa: an error e kappa of the two solves becomes e kappa (1 + kappa) (2 kappa + 1).
 * Bordering is better.
 *
 * Lines in chunks of C rows (spate_tridiag_distributed): also elimination. It leaves first + Q
 * before + R last = Y and E before + P last + C after = G of each segment, rows of a Schur
 * complement: dominant as above. All segments grow at once, by a row (every value has at most 4
 * roundings) or by merging (8): C - 1 levels that change x / w by at most 2 * 4 u kappa max|x / w|
 * and ceil(log2(chunks)) that change it by 2 * 8. Closing a periodic line has 6. On the way down an
 * unknown has 4 roundings, of (1 + 2 rho) max|x / w| at most, and adds at most rho of the errors of
 * its neighbours: (1 + 2 rho) / (1 - rho) <= 3/2 kappa, 6 in total. */
#ifndef TESTS_SOLVERS_JUDGE_H
#define TESTS_SOLVERS_JUDGE_H

#include "lines.h"

/* The largest residual of a line, in units of its bound; NaN if x is. algorithm: as named by the
 * stats. */
double judge_line(const systems *s, int64_t line, matrix_kind kind, spate_tridiag_class matrix,
                  int precision, const char *algorithm);
/* Bound of the error of x of a line, for systems that are not periodic and have a bound: max w
 * times the change of x / w. */
double judge_error_bound(const systems *s, int64_t line, spate_tridiag_class matrix, int precision,
                         const char *algorithm);
/* True if there is a bound for systems of this kind. */
int judge_has_bound(const systems *s, matrix_kind kind, const char *algorithm);
/* How large the entries of L, U and 1 / U become, for matrices of entries up to 1. */
double judge_growth(const systems *s, int64_t line);
/* 2^-24 or 2^-53. */
double judge_roundoff(int precision);

/* Lines in chunks: residuals and, if a reference is given, errors; periodic lines must be
 * dominant. */
double judge_segments(const systems *s, int64_t line, int precision, int64_t chunk,
                      const long double *reference);

/* Gaussian elimination with partial pivoting in long double; 0 if the matrix is singular. x: n
 * values. Not for periodic systems. */
int reference_solve(const systems *s, int64_t line, long double *x);
/* max |x_i - reference_i| / max |reference_i| */
double reference_distance(const systems *s, int64_t line, const long double *reference);
/* max |r_i| / (max_i (|a| + |b| + |c|)_i max|x| + max|d|) */
double normwise_error(const systems *s, int64_t line);

#endif
