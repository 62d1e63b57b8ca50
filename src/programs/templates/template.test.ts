import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../kernel/json/value.ts'
import { StepFailure } from '../failure.ts'
import { renderTemplate, templateFormat, type TemplateFormat } from './template.ts'

const values: JsonObject = {
  name: 'Ada',
  n: 3,
  ok: true,
  none: null,
  gap: null,
  gaps: [null],
  empty: [],
  'dotted.key': 'dot',
  user: { name: 'Bo', tags: ['x', 'y'], 'odd key': 1 },
  list: [{ k: 'a' }, { k: 'b' }],
}

const cases: readonly (readonly [TemplateFormat, string, string])[] = [
  ['curly', 'Hi {{name}}!', 'Hi Ada!'],
  ['curly', '{{ name }} {{n}} {{ok}} {{none}}', 'Ada 3 true null'],
  ['curly', '{{user.tags.1}} {{$.user.name}} {{/user/name}} {{dotted.key}}', 'y Bo Bo dot'],
  ['curly', '{{user}}', '{"name":"Bo","tags":["x","y"],"odd key":1}'],
  ['curly', 'JSON: {"a": {"b": 1}} {name}', 'JSON: {"a": {"b": 1}} {name}'],
  ['mustache', '{{name}} & {{{name}}} {{&name}} {{user.name}}', 'Ada & Ada Ada Bo'],
  ['mustache', '{{#list}}{{k}}{{name}} {{/list}}', 'aAda bAda '],
  [
    'mustache',
    '{{#user.tags}}<{{.}}>{{/user.tags}}{{^empty}}none{{/empty}}{{#missing}}x{{/missing}}',
    '<x><y>none',
  ],
  ['mustache', '{{! a comment }}{{#user}}{{name}}{{/user}}', 'Bo'],
  ['mustache', 'a\n{{#ok}}\nb\n{{/ok}}\nc', 'a\nb\nc'],
  ['fstring', 'Hi {name}, {{literal}} {user[name]} {user.tags[1]} {n!s}', 'Hi Ada, {literal} Bo y 3'],
  ['jinja2', '{{ name }} {{ user.name }} {{ user["odd key"] }} {{ user.tags[-1] }}', 'Ada Bo 1 y'],
  ['jinja2', '{{ name | upper }}{{ missing | default("d") }}{{ user.tags | join(", ") }}', 'ADAdx, y'],
  ['jinja2', '{% if n > 2 and ok %}yes{% elif n %}some{% else %}no{% endif %}', 'yes'],
  [
    'jinja2',
    '{% for i in list %}{{ loop.index }}{{ i.k }}{% if not loop.last %},{% endif %}{% endfor %}',
    '1a,2b',
  ],
  ['jinja2', '{% for i in empty %}x{% else %}none{% endfor %}', 'none'],
  ['jinja2', '{{ gap }} {{ gaps[0] }} {% if gap is none and gap is defined %}no{% endif %}', 'null null no'],
  ['jinja2', '{% for k, v in user | items if k == "name" %}{{ k }}={{ v }}{% endfor %}', 'name=Bo'],
  ['jinja2', '{% set x = n * 2 + 1 %}{{ x }} {{ x % 4 }} {{ -n }} {{ "a" ~ n }}', '7 3 -3 a3'],
  [
    'jinja2',
    '{{ "yes" if missing is defined else "no" }}{{ "x" in user.tags }}{{ 9 not in [1, 2] }}',
    'notruetrue',
  ],
  ['jinja2', 'a {#- gone -#} b{% raw %}{{ x }}{% endraw %}', 'ab{{ x }}'],
  ['jinja2', 'a\n  {%- if ok %} b {%- endif -%}\n c', 'a bc'],
  ['jinja2', '{{ "}}" }}', '}}'],
]

describe('templates', () => {
  test.each(cases)('%s: %s', (format, template, expected) => {
    expect(renderTemplate(format, template, values)).toBe(expected)
  })

  test.each<[TemplateFormat, string]>([
    ['curly', '{{missing}}'],
    ['curly', '{{user.missing}}'],
    ['curly', '{{constructor}}'],
    ['mustache', '{{missing}}'],
    ['fstring', '{missing}'],
    ['fstring', '{name.__class__}'],
    ['jinja2', '{{ missing }}'],
    ['jinja2', '{{ user.missing }}'],
    ['jinja2', '{{ name.constructor }}'],
    ['jinja2', '{% for x in missing %}{% endfor %}'],
  ])('%s: an unknown placeholder is an error that names it: %s', (format, template) => {
    expect(() => renderTemplate(format, template, values)).toThrow(
      /asks for '.+', which is not among the inputs/,
    )
  })

  test.each<[TemplateFormat, string]>([
    ['mustache', '{{#a}}'],
    ['mustache', '{{/a}}'],
    ['mustache', '{{> partial}}'],
    ['fstring', '{'],
    ['fstring', '{}'],
    ['fstring', '{n:.2f}'],
    ['jinja2', '{% if ok %}'],
    ['jinja2', '{% endif %}'],
    ['jinja2', '{{ name.upper() }}'],
    ['jinja2', '{{ name | shell }}'],
    ['jinja2', '{% include "x" %}'],
    ['jinja2', '{{ 1 + }}'],
    ['jinja2', '{{ "open }}'],
    ['jinja2', `{{ ${'('.repeat(1000)} }}`],
  ])('%s: a template that cannot be read is a failure: %s', (format, template) => {
    expect(() => renderTemplate(format, template, values)).toThrow(StepFailure)
  })

  test.each<[TemplateFormat, string]>([
    ['curly', '{'],
    ['mustache', '{{'],
    ['mustache', '{{#a\n'],
    ['jinja2', '{{"'],
  ])('%s: many openings cost little: %j', (format, opening) => {
    // With the square of the length this would not end.
    const text = opening.repeat(200_000)
    try {
      expect(renderTemplate(format, text, {})).toBe(text)
    } catch (error) {
      expect(error).toBeInstanceOf(StepFailure)
    }
  })

  test('loops in loops end', () => {
    const list = Array.from({ length: 1000 }, () => 0)
    const nested =
      '{% for a in list %}{% for b in list %}{% for c in list %}{% endfor %}{% endfor %}{% endfor %}'
    expect(() => renderTemplate('jinja2', nested, { list })).toThrow(/run too long/)
  })

  test.each<[TemplateFormat, string]>([
    ['curly', '{{x}}'],
    ['mustache', '{{x}}'],
    ['fstring', '{x}'],
    ['jinja2', '{{ x }}'],
  ])('%s: any value is put in as it is and never read as a template', (format, template) => {
    fc.assert(
      fc.property(fc.string(), (x) => {
        expect(renderTemplate(format, template, { x })).toBe(x)
      }),
    )
    expect(renderTemplate(format, template, { x: '{{y}} {y} {% if z %}' })).toBe('{{y}} {y} {% if z %}')
  })

  test('the format is curly unless named, and must exist', () => {
    expect(templateFormat(undefined)).toBe('curly')
    expect(templateFormat('jinja2')).toBe('jinja2')
    expect(() => templateFormat('erb')).toThrow(/no template format "erb"/)
  })
})
