// Readers of the messages of other versions: resolvers from the schemas of their writers.
import avro from "avsc";

const INDEX = avro.Type.forSchema("int");

/** What decodes a message at a position, by a resolver that is made once. */
export function readerOf(writers, readers) {
  try {
    const resolver = readers.createResolver(writers);
    return (bytes, position) => readers.decode(bytes, position, resolver);
  } catch (fault) {
    if (isOneof(writers) && isOneof(readers)) {
      return readerByCase(writers, readers);
    }
    return refusing(fault);
  }
}

// The library refuses a schema of which any part cannot be resolved. Where the root is a oneof, its cases stand for
// schemas of their own: each has a resolver or is refused alone. A record of one union begins with the branch.
function readerByCase(writers, readers) {
  const field = readers.fields[0];
  const cases = writers.fields[0].type.types;
  const kept = [];
  return (bytes, position) => {
    const { value: index, offset } = INDEX.decode(bytes, position);
    if (offset < 0 || !(index in cases)) {
      throw new RangeError("the message begins with no branch of its root");
    }
    kept[index] ??= branchReader(cases[index], field.type.types);
    const read = kept[index](bytes, offset);
    return { value: { [field.name]: read.value }, offset: read.offset };
  };
}

function branchReader(type, branches) {
  const found = branches.find((one) => one.branchName === type.branchName);
  if (found === undefined) {
    return refusing(new RangeError(`the reader has no ${type.branchName}`));
  }
  const wrapped = (value) => (value === null ? null : { [found.branchName]: value });
  try {
    const resolver = found.createResolver(type);
    return (bytes, position) => {
      const { value, offset } = found.decode(bytes, position, resolver);
      return { value: wrapped(value), offset };
    };
  } catch (fault) {
    return refusing(fault);
  }
}

function refusing(fault) {
  return () => {
    throw fault;
  };
}

function isOneof(root) {
  return root.fields.length === 1 && root.fields[0].type.typeName === "union:wrapped";
}
