/** Words that one span of a burst has, in a text and as the value of an attribute. */
export const rareWord = 'zebrafinch'
