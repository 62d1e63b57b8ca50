/** In one span of a burst, as a word of a text and as the value of an attribute. */
export const rareWord = 'zebrafinch'
