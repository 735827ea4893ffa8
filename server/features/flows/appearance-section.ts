import {
  type Appearance,
  type ChatColor,
  type ChatColors,
  type ChatTexts,
  colorPattern,
  isImageUrl,
} from '#shared/appearance.ts'
import { type ChatLanguage, defaultColors, FONT_SIZES, schemes } from '#shared/chat-look.ts'
import { toRecord } from '#shared/json.ts'
import type { Codec } from './config-sections.ts'
import { type Bag, isText, text } from './stored-values.ts'

/** Where Flowise stores each color. Its page has no text color of its own: it is that of the answers. */
const colorPaths: Readonly<Record<ChatColor, readonly [string, ...string[]]>> = {
  titleBar: ['titleBackgroundColor'],
  titleText: ['titleTextColor'],
  page: ['backgroundColor'],
  pageText: ['botMessage', 'textColor'],
  visitor: ['userMessage', 'backgroundColor'],
  visitorText: ['userMessage', 'textColor'],
  send: ['textInput', 'sendButtonColor'],
  sendText: ['textInput', 'sendButtonTextColor'],
}
const colorNames = Object.keys(colorPaths) as ChatColor[]

export const appearance: Codec<Appearance> = {
  read({ chatbotConfig: stored }) {
    const { titleAvatarSrc, overrideConfig, fontSize, dark } = stored
    const size = Number(fontSize)
    return {
      avatar: isText(titleAvatarSrc) && isImageUrl(titleAvatarSrc) ? titleAvatarSrc : '',
      texts: { en: textsIn(stored, 'en'), tr: textsIn(stored, 'tr') },
      scheme: schemes.find((each) => each === stored.colorScheme) ?? 'auto',
      light: colorsIn(stored, defaultColors),
      dark: dark === undefined ? null : colorsIn(toRecord(dark), colorsIn(stored, defaultColors)),
      fontSize:
        Number.isInteger(size) && size >= FONT_SIZES.min && size <= FONT_SIZES.max
          ? size
          : FONT_SIZES.default,
      showSources: stored.showSources !== false,
      showTools: stored.showTools !== false,
      newChatPerVisit: toRecord(overrideConfig).generateNewSession === true,
    }
  },

  write(value, { chatbotConfig: before }) {
    const { avatar, texts, scheme, light, dark, newChatPerVisit, ...flags } = value
    const { dark: _, ...colored } = withColors(before, light)
    return {
      chatbotConfig: {
        ...colored,
        ...flags,
        ...(dark && { dark: withColors({}, dark) }),
        titleAvatarSrc: avatar,
        // Flowise's clients know one language only.
        title: texts.en.title || texts.tr.title,
        welcomeMessage: texts.en.welcome || texts.tr.welcome,
        textInput: {
          ...toRecord(colored.textInput),
          placeholder: texts.en.placeholder || texts.tr.placeholder,
        },
        texts,
        colorScheme: scheme,
        overrideConfig: { ...toRecord(before.overrideConfig), generateNewSession: newChatPerVisit },
      },
    }
  },
}

function textsIn(stored: Bag, language: ChatLanguage): ChatTexts {
  const own = toRecord(toRecord(stored.texts)[language])
  const isKnown = stored.texts !== undefined
  return {
    title: text(isKnown ? own.title : stored.title),
    welcome: text(isKnown ? own.welcome : stored.welcomeMessage),
    placeholder: text(isKnown ? own.placeholder : toRecord(stored.textInput).placeholder),
  }
}

function colorsIn(stored: Bag, defaults: ChatColors): ChatColors {
  const entries = colorNames.map((name) => {
    const [first, second] = colorPaths[name]
    const value = second === undefined ? stored[first] : toRecord(stored[first])[second]
    return [name, toHex(value) ?? defaults[name]]
  })
  return Object.fromEntries(entries) as ChatColors
}

function toHex(value: unknown) {
  const hex = text(value)
    .trim()
    .replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3')
  return colorPattern.test(hex) ? hex.toUpperCase() : undefined
}

function withColors(stored: Bag, colors: ChatColors): Bag {
  const bag: Record<string, unknown> = { ...stored }
  for (const name of colorNames) {
    const [first, second] = colorPaths[name]
    bag[first] = second === undefined ? colors[name] : { ...toRecord(bag[first]), [second]: colors[name] }
  }
  return bag
}
