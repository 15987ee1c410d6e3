// Without records and tags the bytes are ordinary CBOR.
export const OPTIONS = { useRecords: false, useTag259ForMaps: false, tagUint8Array: false };
