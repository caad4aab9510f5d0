// What the server is asked. Knows the protocol (request.h), nothing of the page.

const base = new URL(".", location.href).pathname;

export class Gone extends Error
{
}

// read: takes the body. A server may also end in the middle of an answer.
async function ask(path, read, options)
{
    try {
        const answer = await fetch(base + path, options);
        if (answer.status !== 503)
            return await read(answer);
    } catch (error) {
        if (error.name === "AbortError")
            throw error;
    }
    throw new Gone(path);
}

// limit: ms; a server that has not answered by then is as good as gone.
export function json(path, limit)
{
    return ask(path, (answer) => answer.ok ? answer.json() : null,
               limit ? {signal : AbortSignal.timeout(limit)} : {});
}

export function text(path)
{
    return ask(path, (answer) => answer.ok ? answer.text() : null);
}

// pause, go-on or stop. Returns the sentence of a refusal, or null.
export function control(run, wish)
{
    return ask(`${run}/${wish}`, (answer) => answer.ok ? null : answer.text(), {method : "POST"});
}

// A tile as tile_code.h describes it; null: it is not to be had. width 0: it has no values.
export async function tile(path, signal)
{
    const bytes = await ask(path, (answer) => answer.ok ? answer.arrayBuffer() : null, {signal});
    if (!bytes)
        return null;
    const head = new DataView(bytes);
    if (bytes.byteLength < 24 || head.getUint32(0) !== 0x53505431)
        return null; // "SPT1"
    const width = head.getUint16(4, true), height = head.getUint16(6, true), n = width * height;
    return {
        width,
        height,
        base : head.getFloat64(8, true),
        step : head.getFloat64(16, true),
        codes : new Uint16Array(bytes, 24, n),
        shares : new Uint8Array(bytes, 24 + 2 * n, n),
    };
}
