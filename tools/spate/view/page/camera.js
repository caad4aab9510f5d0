// Where the map is seen from. Metres; x to the east, y to the north, z up, all relative to the centre.

const fov = 30 * Math.PI / 180;

export class Camera
{
    constructor()
    {
        this.x = 0;
        this.y = 0;       // centre
        this.scale = 1;   // metres of a CSS pixel at the centre
        this.tilt = 0;    // from straight down, radians
        this.bearing = 0; // what is up: 0 north, to the east positive
        this.width = 1;
        this.height = 1;
    }

    get distance()
    {
        return this.scale * this.height / (2 * Math.tan(fov / 2));
    }

    // How much of the heights shows: none from above, where the map is a plan.
    get relief()
    {
        const t = Math.min(Math.max(this.tilt / 0.3, 0), 1);
        return t * t * (3 - 2 * t);
    }

    get eye()
    {
        const d = this.distance, s = Math.sin(this.tilt);
        return [
            -d * s * Math.sin(this.bearing), -d * s * Math.cos(this.bearing),
            d * Math.cos(this.tilt)
        ];
    }

    // Column-major: clip = projection * view * (x, y, z, 1).
    matrix()
    {
        const d = this.distance, near = 0.02 * d, far = 40 * d, f = 1 / Math.tan(fov / 2);
        const sb = Math.sin(this.bearing), cb = Math.cos(this.bearing);
        const st = Math.sin(this.tilt), ct = Math.cos(this.tilt);
        const right = [ cb, -sb, 0 ], up = [ sb * ct, cb * ct, st ],
              back = [ -sb * st, -cb * st, ct ];
        const a = f * this.height / this.width, z = (far + near) / (near - far),
              w = 2 * far * near / (near - far);
        const m = new Float32Array(16);
        for (let k = 0; k < 3; ++k) {
            m[4 * k] = a * right[k];
            m[4 * k + 1] = f * up[k];
            m[4 * k + 2] = z * back[k];
            m[4 * k + 3] = -back[k];
        }
        m[14] = -z * d + w; // the eye is at distance d along `back`
        m[15] = d;
        return m;
    }

    // CSS pixels of a place (x, y in map coordinates, z relative); null behind the eye.
    project(x, y, z = 0, m = this.matrix())
    {
        const p = [ x - this.x, y - this.y, z ];
        const at = (r) => m[r] * p[0] + m[4 + r] * p[1] + m[8 + r] * p[2] + m[12 + r];
        const w = at(3);
        if (w <= 0)
            return null;
        return [ (at(0) / w + 1) / 2 * this.width, (1 - at(1) / w) / 2 * this.height ];
    }

    // Direction of the ray through a CSS pixel.
    ray(px, py)
    {
        const f = Math.tan(fov / 2);
        const u = (2 * px / this.width - 1) * f * this.width / this.height,
              v = (1 - 2 * py / this.height) * f;
        const sb = Math.sin(this.bearing), cb = Math.cos(this.bearing);
        const st = Math.sin(this.tilt), ct = Math.cos(this.tilt);
        const right = [ cb, -sb, 0 ], up = [ sb * ct, cb * ct, st ],
              back = [ -sb * st, -cb * st, ct ];
        return [ 0, 1, 2 ].map((k) => u * right[k] + v * up[k] - back[k]);
    }

    // Where the ray through a CSS pixel meets the plane z, in map coordinates; null: it does not.
    unproject(px, py, z = 0)
    {
        const eye = this.eye, d = this.ray(px, py);
        const t = (z - eye[2]) / d[2];
        return d[2] < 0 && t > 0 ? [ this.x + eye[0] + t * d[0], this.y + eye[1] + t * d[1] ]
                                 : null;
    }

    // Keeps the place under a pixel where it is.
    zoom(factor, px, py)
    {
        const before = this.unproject(px, py);
        this.scale *= factor;
        const after = this.unproject(px, py);
        if (before && after) {
            this.x += before[0] - after[0];
            this.y += before[1] - after[1];
        }
    }

    drag(fromX, fromY, toX, toY)
    {
        const a = this.unproject(fromX, fromY), b = this.unproject(toX, toY);
        if (!a || !b)
            return;
        this.x += a[0] - b[0];
        this.y += a[1] - b[1];
    }

    turn(dx, dy)
    {
        this.bearing = (this.bearing - 0.008 * dx) % (2 * Math.PI);
        this.tilt = Math.min(Math.max(this.tilt - 0.006 * dy, 0), 1.35);
    }

    // insets: CSS pixels at left, top, right, bottom that other things cover; height: of the ground
    // at most, as it is drawn.
    fit(grid, insets, height = 0)
    {
        const w = grid.nx * grid.dx, h = grid.ny * grid.dy;
        const freeW = Math.max(this.width - insets[0] - insets[2], 50);
        const freeH = Math.max(this.height - insets[1] - insets[3], 50);
        this.scale = Math.max(w / freeW, h / freeH) * 1.02;
        this.bearing = 0;
        this.x = grid.x0 + w / 2 - (insets[0] - insets[2]) / 2 * this.scale;
        this.y = grid.y0 + h / 2 + (insets[1] - insets[3]) / 2 * this.scale;
        if (this.tilt > 0)
            this.fitAtAngle(grid, [ insets[0] + freeW / 2, insets[1] + freeH / 2 ],
                            [ freeW, freeH ], height * this.relief);
    }

    // Corners of the model, seen at an angle, into a box of pixels: by repetition, since what is near
    // looks larger.
    fitAtAngle(grid, middle, free, height)
    {
        for (let n = 0; n < 12; ++n) {
            const low = [ Infinity, Infinity ], high = [ -Infinity, -Infinity ];
            for (let k = 0; k < 8; ++k) {
                const p = this.project(grid.x0 + (k & 1 ? grid.nx * grid.dx : 0),
                                       grid.y0 + (k & 2 ? grid.ny * grid.dy : 0), k & 4 ? height : 0);
                if (!p) {
                    this.scale *= 2;
                    return this.fitAtAngle(grid, middle, free, height);
                }
                p.forEach((v, axis) => {
                    low[axis] = Math.min(low[axis], v);
                    high[axis] = Math.max(high[axis], v);
                });
            }
            this.drag((low[0] + high[0]) / 2, (low[1] + high[1]) / 2, ...middle);
            this.scale *= Math.max((high[0] - low[0]) / free[0], (high[1] - low[1]) / free[1]);
        }
        return undefined;
    }
}
