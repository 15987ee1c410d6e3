import { asMessage } from "../../values/bytes.js";
import { provenWritten } from "./application_operations.js";

/** The library's form of an object. */
export class Build {
  constructor(newAdapter, on) {
    this.adapter = newAdapter();
    this.decoder = newAdapter();
    this.objects = on.objects;
    this.last = null;
  }

  rotate(rotations) {
    const { adapter, objects } = this;
    for (let rotation = 0; rotation < rotations; rotation++) {
      for (let index = 0; index < objects.length; index++) {
        this.last = adapter.build(objects[index]);
      }
    }
  }

  prove(index) {
    return provenWritten(this.decoder, this.adapter.serialize(this.adapter.build(this.objects[index])));
  }
}

/** The bytes of messages that were built beforehand, one for each object. */
export class Serialize {
  constructor(newAdapter, on) {
    this.adapter = newAdapter();
    this.decoder = newAdapter();
    this.built = on.objects.map((object) => this.adapter.build(object));
    this.last = null;
  }

  rotate(rotations) {
    const { adapter, built } = this;
    for (let rotation = 0; rotation < rotations; rotation++) {
      for (let index = 0; index < built.length; index++) {
        this.last = adapter.serialize(built[index]);
      }
    }
  }

  prove(index) {
    return provenWritten(this.decoder, this.adapter.serialize(this.built[index]));
  }
}

/** The form that the library reads. */
export class Deserialize {
  constructor(newAdapter, on) {
    this.adapter = newAdapter();
    this.messages = on.messages;
    this.last = null;
  }

  rotate(rotations) {
    const { adapter, messages } = this;
    for (let rotation = 0; rotation < rotations; rotation++) {
      for (let index = 0; index < messages.length; index++) {
        this.last = adapter.deserialize(messages[index]);
      }
    }
  }

  prove(index) {
    const message = this.messages[index];
    return { value: this.adapter.extract(this.adapter.deserialize(message)), size: message.length };
  }
}

/** A fresh object of messages that were deserialized beforehand, one for each object. */
export class Extract {
  constructor(newAdapter, on) {
    this.adapter = newAdapter();
    this.messages = on.messages;
    this.opened = on.messages.map((message) => this.adapter.deserialize(message));
    this.last = null;
  }

  rotate(rotations) {
    const { adapter, opened } = this;
    for (let rotation = 0; rotation < rotations; rotation++) {
      for (let index = 0; index < opened.length; index++) {
        this.last = adapter.extract(opened[index]);
      }
    }
  }

  prove(index) {
    return { value: this.adapter.extract(this.opened[index]), size: this.messages[index].length };
  }
}

/** Serializes a message that was built beforehand and deserializes it, as cpp-serializers does. */
export class MessageRoundtrip {
  constructor(newAdapter, on) {
    this.adapter = newAdapter();
    this.reader = newAdapter();
    this.built = on.objects.map((object) => this.adapter.build(object));
    this.last = null;
  }

  rotate(rotations) {
    const { adapter, reader, built } = this;
    for (let rotation = 0; rotation < rotations; rotation++) {
      for (let index = 0; index < built.length; index++) {
        this.last = reader.deserialize(asMessage(adapter.serialize(built[index])));
      }
    }
  }

  prove(index) {
    const message = asMessage(this.adapter.serialize(this.built[index]));
    return { value: this.reader.extract(this.reader.deserialize(message)), size: message.length };
  }
}

/** The same where building is serializing: each object's message is built anew. */
export class InPlaceRoundtrip {
  constructor(newAdapter, on) {
    this.adapter = newAdapter();
    this.reader = newAdapter();
    this.objects = on.objects;
    this.last = null;
  }

  rotate(rotations) {
    const { adapter, reader, objects } = this;
    for (let rotation = 0; rotation < rotations; rotation++) {
      for (let index = 0; index < objects.length; index++) {
        this.last = reader.deserialize(asMessage(adapter.encode(objects[index])));
      }
    }
  }

  prove(index) {
    const message = asMessage(this.adapter.encode(this.objects[index]));
    return { value: this.reader.extract(this.reader.deserialize(message)), size: message.length };
  }
}
