// Without records the bytes are ordinary MessagePack.
export const OPTIONS = { useRecords: false };
