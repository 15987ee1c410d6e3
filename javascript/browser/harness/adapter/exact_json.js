// JSON of the language, whose numbers are exact (JSON.rawJSON).
export const exact = JSON;
