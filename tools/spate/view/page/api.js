// What the server is asked. Knows the protocol (request.h), nothing of the page.

const base = new URL(".", location.href).pathname;

export class Gone extends Error
{
}

async function ask(path, options)
{
    let answer;
    try {
        answer = await fetch(base + path, options);
    } catch (error) {
        if (error.name === "AbortError")
            throw error;
        throw new Gone(path);
    }
    if (answer.status === 503)
        throw new Gone(path);
    return answer;
}

export async function json(path)
{
    const answer = await ask(path);
    return answer.ok ? answer.json() : null;
}

export async function text(path)
{
    const answer = await ask(path);
    return answer.ok ? answer.text() : null;
}

// pause, go-on or stop. Returns the sentence of a refusal, or null.
export async function control(run, wish)
{
    const answer = await ask(`${run}/${wish}`, {method : "POST"});
    return answer.ok ? null : answer.text();
}

// A tile as tile_code.h describes it; null: it is not to be had. width 0: it has no values.
export async function tile(path, signal)
{
    const answer = await ask(path, {signal});
    if (!answer.ok)
        return null;
    const bytes = await answer.arrayBuffer();
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
