import { asBuffer, provenWritten } from "./application_operations.js";

/** The library's form of an object. */
export class Build {
  constructor(newPage, on) {
    this.page = newPage();
    this.decoder = newPage();
    this.objects = on.objects;
    this.last = null;
  }

  rotate(rotations) {
    const { page, objects } = this;
    for (let rotation = 0; rotation < rotations; rotation++) {
      for (let index = 0; index < objects.length; index++) {
        this.last = page.build(objects[index]);
      }
    }
  }

  prove(index) {
    return provenWritten(this.decoder, this.page.serialize(this.page.build(this.objects[index])));
  }
}

/** The bytes of messages that were built beforehand, one for each object. */
export class Serialize {
  constructor(newPage, on) {
    this.page = newPage();
    this.decoder = newPage();
    this.built = on.objects.map((object) => this.page.build(object));
    this.last = null;
  }

  rotate(rotations) {
    const { page, built } = this;
    for (let rotation = 0; rotation < rotations; rotation++) {
      for (let index = 0; index < built.length; index++) {
        this.last = page.serialize(built[index]);
      }
    }
  }

  prove(index) {
    return provenWritten(this.decoder, this.page.serialize(this.built[index]));
  }
}

/** The form that the library reads. */
export class Deserialize {
  constructor(newPage, on) {
    this.page = newPage();
    this.messages = on.messages;
    this.last = null;
  }

  rotate(rotations) {
    const { page, messages } = this;
    for (let rotation = 0; rotation < rotations; rotation++) {
      for (let index = 0; index < messages.length; index++) {
        this.last = page.deserialize(messages[index]);
      }
    }
  }

  prove(index) {
    const message = this.messages[index];
    return { value: this.page.extract(this.page.deserialize(message)), size: message.length };
  }
}

/** A fresh object of messages that were deserialized beforehand, one for each object. */
export class Extract {
  constructor(newPage, on) {
    this.page = newPage();
    this.messages = on.messages;
    this.opened = on.messages.map((message) => this.page.deserialize(message));
    this.last = null;
  }

  rotate(rotations) {
    const { page, opened } = this;
    for (let rotation = 0; rotation < rotations; rotation++) {
      for (let index = 0; index < opened.length; index++) {
        this.last = page.extract(opened[index]);
      }
    }
  }

  prove(index) {
    return { value: this.page.extract(this.opened[index]), size: this.messages[index].length };
  }
}

/** Serializes a message that was built beforehand and deserializes it, as cpp-serializers does. */
export class MessageRoundtrip {
  constructor(newPage, on) {
    this.page = newPage();
    this.reader = newPage();
    this.built = on.objects.map((object) => this.page.build(object));
    this.last = null;
  }

  rotate(rotations) {
    const { page, reader, built } = this;
    for (let rotation = 0; rotation < rotations; rotation++) {
      for (let index = 0; index < built.length; index++) {
        this.last = reader.deserialize(asBuffer(page.serialize(built[index])));
      }
    }
  }

  prove(index) {
    const message = asBuffer(this.page.serialize(this.built[index]));
    return { value: this.reader.extract(this.reader.deserialize(message)), size: message.length };
  }
}

/** The same where building is serializing: each object's message is built anew. */
export class InPlaceRoundtrip {
  constructor(newPage, on) {
    this.page = newPage();
    this.reader = newPage();
    this.objects = on.objects;
    this.last = null;
  }

  rotate(rotations) {
    const { page, reader, objects } = this;
    for (let rotation = 0; rotation < rotations; rotation++) {
      for (let index = 0; index < objects.length; index++) {
        this.last = reader.deserialize(asBuffer(page.encode(objects[index])));
      }
    }
  }

  prove(index) {
    const message = asBuffer(this.page.encode(this.objects[index]));
    return { value: this.reader.extract(this.reader.deserialize(message)), size: message.length };
  }
}
