// The two programs of the graphics card. A tile is drawn as a grid of points at the height of the ground
// or the water; each pixel is land in the light of the hillshade, with the colour of the water on it.

// A map in a texture: (value in 0 ... 1 times share, share), so that blending between places keeps out
// those without a value. `at`: first place and number of places across the tile; `size`: of the texture;
// `code`: value at 0, and range.
const maps = `
struct Map { vec4 at; vec2 size; vec2 code; };
vec2 place(Map m, vec2 a) { return (m.at.xy + a * m.at.zw) / m.size; }
`;

export const vertex = `#version 300 es
precision highp float;
precision highp sampler2D;
in vec2 corner;
uniform mat4 view;
uniform vec4 box;      // south-west corner and size of the tile, from the centre of the view, m
uniform vec3 heights;  // times, less this height, share of the relief
uniform sampler2D bedMap, levelMap;
${maps}
uniform Map bed, level;
centroid out vec2 a; // a pixel at the edge may have its middle beyond the tile
out vec3 where;
void main() {
  a = corner;
  float z = 0.0;
  if (heights.z > 0.0) {
    vec2 b = textureLod(bedMap, place(bed, a), 0.0).rg;
    vec2 w = textureLod(levelMap, place(level, a), 0.0).rg;
    float ground = b.g > 0.0 ? bed.code.x + bed.code.y * b.r / b.g : heights.y;
    float water = w.g > 0.5 ? level.code.x + level.code.y * w.r / w.g : ground;
    z = (max(ground, water) - heights.y) * heights.x * heights.z;
  }
  where = vec3(box.xy + corner * box.zw, z);
  gl_Position = view * vec4(where, 1.0);
}`;

export const fragment = `#version 300 es
precision highp float;
precision highp sampler2D;
centroid in vec2 a;
in vec3 where;
uniform sampler2D bedMap, levelMap, valueMap, lightMap, ramp;
${maps}
uniform Map bed, level, value, light;
uniform vec4 ends;        // low, high, bands (0: smooth), unit
uniform int classes;      // 0: a ramp
uniform float from[8];
uniform vec3 colours[8];
uniform vec3 eye, heights;
uniform vec2 world;       // of the view's centre, modulo the length of the noise, m
uniform vec2 bedEnds;
uniform float shine, natural, ripple, cell, time;
out vec4 pixel;

vec3 srgb(vec3 c) {
  c = clamp(c, 0.0, 1.0);
  return mix(12.92 * c, 1.055 * pow(c, vec3(1.0 / 2.4)) - 0.055, step(0.0031308, c));
}
vec3 oklab(vec3 q) {
  vec3 c = vec3(q.x + 0.3963377774 * q.y + 0.2158037573 * q.z,
                q.x - 0.1055613458 * q.y - 0.0638541728 * q.z,
                q.x - 0.0894841775 * q.y - 1.2914855480 * q.z);
  c = c * c * c;
  return srgb(vec3(4.0767416621 * c.x - 3.3077115913 * c.y + 0.2309699292 * c.z,
                   -1.2684380046 * c.x + 2.6097574011 * c.y - 0.3413193965 * c.z,
                   -0.0041960863 * c.x - 0.7034186147 * c.y + 1.7076147010 * c.z));
}
float hash(vec2 p) { return fract(sin(dot(mod(p, 289.0), vec2(127.1, 311.7))) * 43758.5453); }
float noise(vec2 p) {
  vec2 i = floor(p), f = fract(p);
  f = f * f * (3.0 - 2.0 * f);
  return mix(mix(hash(i), hash(i + vec2(1, 0)), f.x),
             mix(hash(i + vec2(0, 1)), hash(i + vec2(1, 1)), f.x), f.y);
}

// colour_land of colour.c.
vec3 paper(float lit) { return oklab(vec3(clamp(0.88 + (lit < 0.0 ? 0.24 : 0.10) * lit, 0.4, 0.98), 0.001, 0.008)); }

// Meadows, fields, rock: by height and slope, with a grain of a few cells.
vec3 country(float lit, float height) {
  vec2 p = (where.xy + world) / cell;
  float grain = 0.5 * noise(p / 3.0) + 0.3 * noise(p / 11.0) + 0.2 * noise(p / 41.0);
  float h = clamp((height - bedEnds.x) / max(bedEnds.y - bedEnds.x, 1e-6) + 0.25 * (grain - 0.5), 0.0, 1.0);
  vec3 low = vec3(0.70, -0.055, 0.075), mid = vec3(0.78, -0.005, 0.075), high = vec3(0.74, 0.015, 0.035);
  vec3 q = h < 0.5 ? mix(low, mid, 2.0 * h) : mix(mid, high, 2.0 * h - 1.0);
  q.x += 0.05 * (grain - 0.5) + (lit < 0.0 ? 0.38 : 0.16) * lit;
  return oklab(q);
}

vec3 beyond() { // outside the model: hatched
  return mod(gl_FragCoord.x + gl_FragCoord.y, 14.0) < 2.0 ? vec3(226, 226, 228) / 255.0 : vec3(250) / 255.0;
}

vec3 rampAt(float v) {
  float share = (v - ends.x) / (ends.y - ends.x);
  if (ends.z > 0.0) {
    float band = clamp(floor(share * ends.z), 0.0, ends.z - 1.0);
    share = ends.z > 1.0 ? band / (ends.z - 1.0) : 0.5;
  }
  return texelFetch(ramp, ivec2(int(floor(clamp(share, 0.0, 1.0) * 255.0 + 0.5)), 0), 0).rgb;
}
vec3 classAt(float v) {
  vec3 c = colours[0];
  for (int n = 1; n < 8; ++n)
    if (n < classes && v >= from[n]) c = colours[n];
  return c;
}

// Of a share: half at the edge of the model, less what rounding may take.
const float inside = 0.49;

vec3 skyAt(vec3 d) { return mix(vec3(0.86, 0.91, 0.95), vec3(0.40, 0.62, 0.88), clamp(d.z, 0.0, 1.0)); }

// Slope of the water, drawn as high as the ground, with waves of a few cells on it.
vec3 waterNormal() {
  vec2 d = 1.0 / level.size, at = place(level, a);
  vec4 h;
  vec2 own = texture(levelMap, at).rg;
  float here = own.g > 0.0 ? own.r / own.g : 0.0;
  for (int k = 0; k < 4; ++k) {
    vec2 s = texture(levelMap, at + d * vec2(k == 0 ? 1 : k == 1 ? -1 : 0, k == 2 ? 1 : k == 3 ? -1 : 0)).rg;
    h[k] = s.g > 0.5 ? s.r / s.g : here;
  }
  vec2 step2 = 2.0 * box_places();
  vec2 slope = level.code.y * vec2(h[0] - h[1], h[2] - h[3]) / step2 * heights.x;
  vec2 p = (where.xy + world) / ripple;
  float t = 0.6 * time;
  slope += 0.16 * vec2(noise(p + t) - noise(p + vec2(0.7, 0.0) + t), noise(p - t) - noise(p + vec2(0.0, 0.7) - t));
  slope += 0.10 * vec2(noise(2.7 * p - t) - noise(2.7 * p + vec2(0.7, 0.0) - t),
                       noise(2.7 * p + t) - noise(2.7 * p + vec2(0.0, 0.7) + t));
  return normalize(vec3(-slope, 1.0));
}

void main() {
  vec2 l = texture(lightMap, place(light, a)).rg;
  float lit = l.g > 0.0 ? 2.0 * l.r / l.g - 1.0 : 0.0;
  vec3 c = l.g < inside ? beyond() : paper(lit);
  if (natural > 0.0 && l.g >= inside) {
    vec2 b = texture(bedMap, place(bed, a)).rg;
    c = country(lit, bed.code.x + bed.code.y * b.r / max(b.g, 0.01));
  }
  vec2 v = classes > 0 ? texelFetch(valueMap, ivec2(value.at.xy + a * value.at.zw), 0).rg
                       : texture(valueMap, place(value, a)).rg;
  if (v.g > 0.004) {
    float number = (value.code.x + value.code.y * v.r / v.g) / ends.w;
    vec3 w = classes > 0 ? classAt(number) : rampAt(number);
    if (shine > 0.0) {
      vec3 n = waterNormal(), toEye = normalize(eye - where);
      // The sun stands beyond the water, wherever it is seen from, a little to the left.
      vec2 ahead = length(eye.xy) > 1e-3 * eye.z ? -normalize(eye.xy) : vec2(0.0, 1.0);
      vec3 sun = normalize(vec3(ahead + 0.35 * vec2(-ahead.y, ahead.x), 0.75));
      // Schlick's form of Fresnel's equations; water reflects 2 % straight on.
      float facing = clamp(dot(n, toEye), 0.0, 1.0), fresnel = 0.02 + 0.98 * pow(1.0 - facing, 5.0);
      vec3 mirrored = reflect(-toEye, n);
      float glint = pow(max(dot(mirrored, sun), 0.0), 90.0);
      w *= 0.80 + 0.25 * dot(n, sun);
      w = mix(w, skyAt(mirrored), clamp(1.6 * fresnel, 0.0, 0.85)) + vec3(1.0, 0.97, 0.9) * glint * 0.25;
    }
    // Where a cell covers many pixels the shore is a line, not a gradient from cell to cell.
    vec2 f = fwidth(a * value.at.zw);
    float sharp = max(1.0, 0.7 / max(max(f.x, f.y), 1e-4));
    c = mix(c, w, clamp((v.g - 0.5) * sharp + 0.5, 0.0, 1.0));
  }
  pixel = vec4(clamp(c, 0.0, 1.0), 1.0);
}`.replace("vec3 waterNormal()", `uniform vec4 box;
vec2 box_places() { return box.zw / level.at.zw; }
vec3 waterNormal()`);
