// What a stage document can do once it is there and its visitor has begun to read: each feature starts its own part.
// Every part listens on the document, because a sent form replaces its section.

export {};
