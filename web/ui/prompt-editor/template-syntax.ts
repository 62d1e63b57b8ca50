// The syntax of the template formats in examples. src/programs/templates renders them.

type Lines = readonly (readonly [syntax: string, meaning: string])[]

const embed = ['@{{workflow.slug=tone, path=text}}', 'a text of another program'] as const

const texts: Readonly<Record<string, Lines>> = {
  curly: [
    ['{{name}}', 'the value of an input'],
    ['{{customer.orders.0.id}}', 'a member of a value'],
    ['{{$.customer.name}}', 'a JSON path'],
    embed,
  ],
  mustache: [
    ['{{name}}', 'the value of an input; nothing is escaped'],
    ['{{#items}} {{title}} {{/items}}', 'once per item of a list, or if a value is present'],
    ['{{^items}} none {{/items}}', 'if a value is absent or empty'],
    ['{{! note }}', 'a comment'],
    embed,
  ],
  fstring: [
    ['{name}', 'the value of an input'],
    ['{customer.name}  {items[0]}', 'a member of a value'],
    ['{{ and }}', 'literal braces'],
    embed,
  ],
  jinja2: [
    ['{{ name }}', 'the value of an input'],
    ['{{ name | default("there") | upper }}', 'filters'],
    ['{% if vip %} … {% else %} … {% endif %}', 'a condition'],
    ['{% for item in items %} {{ item.title }} {% endfor %}', 'a loop'],
    ['{# note #}', 'a comment'],
    embed,
  ],
}

export const syntaxOf = (format: string): Lines =>
  (Object.hasOwn(texts, format) ? texts[format] : undefined) ?? []
