// The view as the part of the address after #, so that a link shares it.

const round = (v, digits) => Number(v.toPrecision(digits));

export function write(view)
{
    const parts = [];
    for (const [key, value] of Object.entries(view))
        if (value !== null && value !== undefined && value !== "" && value !== false)
            parts.push(`${key}=${
                value === true              ? 1
                : typeof value === "number" ? round(value, 9)
                                            : encodeURIComponent(value)}`);
    return `#${parts.join("&")}`;
}

export function read(text)
{
    const out = {};
    for (const part of text.replace(/^#/, "").split("&")) {
        const [key, value] = part.split("=");
        if (!key || value === undefined)
            continue;
        const number = Number(value);
        out[key] = value !== "" && Number.isFinite(number) ? number : decodeURIComponent(value);
    }
    return out;
}
