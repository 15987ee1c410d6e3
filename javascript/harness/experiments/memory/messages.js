import { MESSAGES, openContainer } from "../../protocol/container.js";
import { copied } from "../../values/bytes.js";

export const NO_MESSAGE = "There is no message of this object.";

/** A failure on an object that is known. */
export class AtObject {
  constructor(index, thrown) {
    this.index = index;
    this.thrown = thrown;
  }
}

/** The messages of all objects, each in memory of its own. */
export function encoded(adapter, objects) {
  return objects.map((object, index) => {
    try {
      return copied(adapter.encode(object));
    } catch (thrown) {
      throw new AtObject(index, thrown);
    }
  });
}

/** Opens the messages of so many objects; refuses a file with another number of them. */
export function openMessages(path, objects) {
  const file = openContainer(path, MESSAGES);
  if (file.count !== objects) {
    file.close();
    throw file.refuse(`holds ${file.count} messages for ${objects} objects`);
  }
  return file;
}

/**
 * Reads the messages of a file in place of the codec's own, null where one is missing. A file that is not sound is
 * refused.
 */
export function givenMessages(path, objects) {
  const file = openMessages(path, objects);
  try {
    const messages = Array.from({ length: objects }, () => file.next());
    file.finish();
    return messages;
  } finally {
    file.close();
  }
}
