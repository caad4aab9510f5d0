// What is drawn with: the program of the graphics card, and the squares that it draws.

import {fragment, vertex} from "./shaders.js";

export function compile(gl)
{
    const program = gl.createProgram();
    for (const [type, text] of [[ gl.VERTEX_SHADER, vertex ], [ gl.FRAGMENT_SHADER, fragment ]]) {
        const shader = gl.createShader(type);
        gl.shaderSource(shader, text);
        gl.compileShader(shader);
        gl.attachShader(program, shader);
        program[type] = shader;
    }
    gl.bindAttribLocation(program, 0, "corner");
    gl.linkProgram(program);
    if (!gl.getProgramParameter(program, gl.LINK_STATUS) && !gl.isContextLost())
        throw new Error([
            gl.getProgramInfoLog(program), gl.getShaderInfoLog(program[gl.VERTEX_SHADER]),
            gl.getShaderInfoLog(program[gl.FRAGMENT_SHADER])
        ].join("\n"));
    return program;
}

// A square of n x n fields.
export function mesh(gl, n)
{
    const corners = new Float32Array(2 * (n + 1) ** 2), faces = new Uint16Array(6 * n * n);
    for (let j = 0, k = 0; j <= n; ++j)
        for (let i = 0; i <= n; ++i) {
            corners[k++] = i / n;
            corners[k++] = j / n;
        }
    for (let j = 0, k = 0; j < n; ++j)
        for (let i = 0; i < n; ++i) {
            const a = j * (n + 1) + i, b = a + n + 1;
            for (const v of [a, a + 1, b, b, a + 1, b + 1])
                faces[k++] = v;
        }
    const array = gl.createVertexArray();
    gl.bindVertexArray(array);
    gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
    gl.bufferData(gl.ARRAY_BUFFER, corners, gl.STATIC_DRAW);
    gl.enableVertexAttribArray(0);
    gl.vertexAttribPointer(0, 2, gl.FLOAT, false, 0, 0);
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, gl.createBuffer());
    gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, faces, gl.STATIC_DRAW);
    gl.bindVertexArray(null);
    return {array, count : faces.length};
}
