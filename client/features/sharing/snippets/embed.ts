/** Ways to show a chat on a website; each has its own code. */
export const embedKinds = {
  widget: ['html', 'javascript', 'flowise'],
  page: ['html', 'iframe', 'flowise'],
  react: ['element', 'popup'],
} as const
export type EmbedKind = keyof typeof embedKinds
export type EmbedVariant = (typeof embedKinds)[EmbedKind][number]

export type EmbedOptions = {
  /** Origin of this installation. */
  baseUrl: string
  flowId: string
  title: string
  /** Undefined: as the page. */
  language: 'en' | 'tr' | undefined
  side: 'left' | 'right'
  opensAtOnce: boolean
}

/** Version of the widget's options. */
const VERSION = 1
const FLOWISE = 'https://cdn.jsdelivr.net/npm/flowise-embed@3.1.6/dist/web.js'

export function buildEmbed(kind: EmbedKind, variant: EmbedVariant, options: EmbedOptions): string {
  if (kind === 'react') {
    return variant === 'popup' ? reactPopup(options) : reactElement(options)
  }
  if (variant === 'flowise') {
    return kind === 'widget' ? flowisePopup(options) : flowisePage(options)
  }
  if (kind === 'widget') {
    return variant === 'javascript' ? ownButton(options) : popupTag(options)
  }
  return variant === 'iframe' ? frame(options) : element(options)
}

const scriptUrl = ({ baseUrl }: EmbedOptions) => `${baseUrl}/embed.js?v=${VERSION}`

function popupTag(options: EmbedOptions) {
  const { flowId, side, opensAtOnce } = options
  return tag('script', {
    src: scriptUrl(options),
    'data-chat': flowId,
    ...languageAttribute(options),
    ...(side === 'left' && { 'data-side': side }),
    ...(opensAtOnce && { 'data-open': 'true' }),
    defer: '',
  })
}

function ownButton(options: EmbedOptions) {
  return [
    '<button id="ask">Ask us</button>',
    '',
    tag('script', { src: scriptUrl(options) }),
    '<script>',
    `  Flowtill.show(${callOptions(options)}).then((chat) => {`,
    "    document.getElementById('ask').addEventListener('click', () => chat?.open())",
    '  })',
    '</script>',
  ].join('\n')
}

function element(options: EmbedOptions) {
  const { flowId } = options
  return [
    '<div id="chat" style="height: 100vh"></div>',
    tag('script', {
      src: scriptUrl(options),
      'data-chat': flowId,
      'data-target': '#chat',
      ...languageAttribute(options),
      defer: '',
    }),
  ].join('\n')
}

function frame({ baseUrl, flowId, title }: EmbedOptions) {
  return tag('iframe', {
    src: `${baseUrl}/chatbot/${flowId}`,
    title,
    allow: 'microphone; clipboard-write',
    style: 'width: 100%; height: 100vh; border: 0',
  })
}

function reactElement(options: EmbedOptions) {
  return [
    "import { useEffect, useRef } from 'react'",
    '',
    'export function Chat() {',
    '  const place = useRef(null)',
    ...effect(options, 'target: place.current'),
    "  return <div ref={place} style={{ height: '100vh' }} />",
    '}',
  ].join('\n')
}

function reactPopup(options: EmbedOptions) {
  return [
    "import { useEffect } from 'react'",
    '',
    'export function Chat() {',
    ...effect(options),
    '  return null',
    '}',
  ].join('\n')
}

/** Also right when effects run twice, as in development: each one removes what it has shown. */
function effect(options: EmbedOptions, more?: string) {
  return [
    '  useEffect(() => {',
    "    const script = document.createElement('script')",
    `    script.src = ${quote(scriptUrl(options))}`,
    '    const shown = new Promise((resolve) => {',
    `      script.onload = () => resolve(window.Flowtill.show(${callOptions(options, more)}))`,
    '    })',
    '    document.head.append(script)',
    '    return () => {',
    '      script.remove()',
    '      void shown.then((chat) => chat?.remove())',
    '    }',
    '  }, [])',
  ]
}

function flowisePopup({ baseUrl, flowId }: EmbedOptions) {
  return flowise('init', baseUrl, flowId)
}

function flowisePage({ baseUrl, flowId }: EmbedOptions) {
  return `<flowise-fullchatbot></flowise-fullchatbot>\n${flowise('initFull', baseUrl, flowId)}`
}

function flowise(call: 'init' | 'initFull', baseUrl: string, flowId: string) {
  return [
    '<script type="module">',
    `  import Chatbot from ${quote(FLOWISE)}`,
    '',
    `  Chatbot.${call}({`,
    `    chatflowid: ${quote(flowId)},`,
    `    apiHost: ${quote(baseUrl)},`,
    '  })',
    '</script>',
  ].join('\n')
}

function callOptions({ flowId, language, side, opensAtOnce }: EmbedOptions, more?: string) {
  const parts = [
    `chat: ${quote(flowId)}`,
    ...(more ? [more] : []),
    ...(language ? [`language: ${quote(language)}`] : []),
    ...(!more && side === 'left' ? [`side: 'left'`] : []),
    ...(!more && opensAtOnce ? ['open: true'] : []),
  ]
  return `{ ${parts.join(', ')} }`
}

function languageAttribute({ language }: EmbedOptions) {
  return language ? { 'data-language': language } : {}
}

function tag(name: string, attributes: Readonly<Record<string, string>>) {
  const listed = Object.entries(attributes).map(([key, value]) =>
    value === '' ? key : `${key}="${value.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`,
  )
  return `<${name} ${listed.join(' ')}></${name}>`
}

function quote(text: string) {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}
