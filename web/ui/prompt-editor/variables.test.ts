import { describe, expect, test } from 'vitest'
import { embedsIn } from './template.ts'
import { variablesOf } from './variables.ts'

const variablesIn = (content: unknown, template_format?: string) =>
  variablesOf({
    messages: [{ role: 'user', content: content as string }],
    ...(template_format === undefined ? {} : { template_format }),
  })

describe('the placeholders of a prompt', () => {
  test.each([
    ['curly', 'Help {{customer}} with {{ order }} and {{customer}}.', ['customer', 'order']],
    ['curly', 'Literal {braces} are text.', []],
    ['fstring', 'Help {customer} with {order:>10}; {{not}} this.', ['customer', 'order']],
    ['mustache', '{{#items}}{{name}}{{/items}} {{{raw}}} {{.}}', ['items', 'name', 'raw']],
    [
      'jinja2',
      '{% for item in items %}{{ item.name | upper }}{% endfor %}{% if vip %}{{ user.name }}{% endif %}',
      ['items', 'vip', 'user'],
    ],
  ])('in the format %s: %s', (format, text, expected) => {
    expect(variablesIn(text, format)).toEqual(expected)
  })

  test('are curly by default, and found in parts', () => {
    expect(
      variablesIn([
        { type: 'text', text: '{{question}}' },
        { type: 'image_url', image_url: { url: '{{image}}' } },
      ]),
    ).toEqual(['question', 'image'])
  })

  test('do not include embeds', () => {
    const text =
      'Be @{{workflow.slug=tone, path=text}} with {{name}}. @ag.embed[@ag.references[workflow.slug=a]]'
    expect(variablesIn(text)).toEqual(['name'])
    expect(embedsIn(text)).toEqual([
      '@{{workflow.slug=tone, path=text}}',
      '@ag.embed[@ag.references[workflow.slug=a]]',
    ])
  })
})
