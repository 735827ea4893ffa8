import type { FlowSections } from '#shared/flow-sections.ts'
import { toRecord } from '#shared/json.ts'
import { speakerNames } from '#shared/speaking.ts'
import type { Codec } from './config-sections.ts'
import { mapEntries, mapKnown, text } from './stored-values.ts'

type Codecs = {
  readonly [Section in 'leads' | 'chatFeedback' | 'textToSpeech']: Codec<FlowSections[Section]>
}

export const visitorSections: Codecs = {
  leads: {
    read({ chatbotConfig }) {
      const { status, title, successMessage, name, email, phone } = toRecord(chatbotConfig.leads)
      return {
        status: status === true,
        title: text(title),
        successMessage: text(successMessage),
        name: name === true,
        email: email === true,
        phone: phone === true,
      }
    },
    write: (value, { chatbotConfig }) => ({
      chatbotConfig: { ...chatbotConfig, leads: { ...toRecord(chatbotConfig.leads), ...value } },
    }),
  },

  chatFeedback: {
    read: ({ chatbotConfig }) => ({ status: toRecord(chatbotConfig.chatFeedback).status === true }),
    write: (value, { chatbotConfig }) => ({
      chatbotConfig: {
        ...chatbotConfig,
        chatFeedback: { ...toRecord(chatbotConfig.chatFeedback), ...value },
      },
    }),
  },

  textToSpeech: {
    read: ({ textToSpeech }) => ({
      provider: speakerNames.find((name) => toRecord(textToSpeech[name]).status === true) ?? 'none',
      settings: mapKnown(speakerNames, textToSpeech, (each) => ({
        credentialId: text(each.credentialId),
        voice: text(each.voice),
        model: text(each.model),
        autoPlay: each.autoPlay === true,
      })),
    }),
    write({ provider, settings }, { textToSpeech }) {
      const known = mapEntries(settings, (name, each) => ({ ...toRecord(textToSpeech[name]), ...each }))
      const all = { ...textToSpeech, ...known }
      // One enabled provider at a time, including those of other clients.
      return {
        textToSpeech: mapEntries(all, (name, each) => ({ ...toRecord(each), status: name === provider })),
      }
    },
  },
}
