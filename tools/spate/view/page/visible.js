// Which tiles of a layer are seen, and how fine they have to be.

import {side} from "./tiles.js";

const finest = 1.15; // screen pixels that a place may cover before finer tiles are used

// Metres of a tile, cut at the edge of the grid.
function boxOf(layer, level, x, y)
{
    const g = layer.meta.grid, size = side * 2 ** level;
    const i0 = x * size, j0 = y * size, i1 = Math.min(i0 + size, g.nx),
          j1 = Math.min(j0 + size, g.ny);
    return {
        x : g.x0 + i0 * g.dx,
        y : g.y0 + j0 * g.dy,
        w : (i1 - i0) * g.dx,
        h : (j1 - j0) * g.dy,
        shareX : (i1 - i0) / size,
        shareY : (j1 - j0) / size
    };
}

// How far a box is; null: none of it can be seen. m, eye: of the camera.
function distanceTo(scene, layer, box, m, eye)
{
    const c = scene.camera,
          top = (layer.meta.bed.high - scene.zero(layer)) * scene.zScale * c.relief + 1;
    const out = [ 0, 0, 0, 0, 0 ];
    for (let n = 0; n < 8; ++n) {
        const p = [
            box.x - c.x + (n & 1 ? box.w : 0), box.y - c.y + (n & 2 ? box.h : 0), n & 4 ? top : 0
        ];
        const r =
            [ 0, 1, 2, 3 ].map((k) => m[k] * p[0] + m[4 + k] * p[1] + m[8 + k] * p[2] + m[12 + k]);
        out[0] += r[0] < -r[3];
        out[1] += r[0] > r[3];
        out[2] += r[1] < -r[3];
        out[3] += r[1] > r[3];
        out[4] += r[2] < -r[3];
    }
    if (out.some((n) => n === 8))
        return null;
    const near = [ 0, 1 ].map((k) => {
        const low = [ box.x - c.x, box.y - c.y ][k], high = low + [ box.w, box.h ][k];
        return Math.max(low - eye[k], 0, eye[k] - high);
    });
    return Math.max(Math.hypot(near[0], near[1], Math.max(eye[2] - top, 0)), 0.02 * c.distance);
}

// The coarsest tiles of which no place is larger than a pixel or so, from the middle outwards.
export function chooseTiles(scene, layer)
{
    const c = scene.camera, m = c.matrix(), eye = c.eye, g = layer.meta.grid, chosen = [];
    const visit = (level, x, y) => {
        const box = boxOf(layer, level, x, y);
        if (box.w <= 0 || box.h <= 0)
            return;
        const distance = distanceTo(scene, layer, box, m, eye);
        if (distance === null)
            return;
        const pixels = g.dx * 2 ** level / (c.scale * distance / c.distance) * scene.ratio;
        if (level > 0 && pixels > finest && chosen.length < 120) {
            for (let n = 0; n < 4; ++n)
                visit(level - 1, 2 * x + (n & 1), 2 * y + (n >> 1));
            return;
        }
        chosen.push({level, x, y, box, distance});
    };
    visit(g.levels - 1, 0, 0);
    return chosen.sort((a, b) => a.distance - b.distance);
}
