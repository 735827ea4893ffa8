import type { ComponentType } from 'react'
import type { ConfigSection, FlowSections } from '#shared/flow-sections.ts'
import type { PageProps } from './page-props.ts'
import { AllowedDomainsPage } from './pages/allowed-domains-page.tsx'
import { AnalyticsPage } from './pages/analytics-page.tsx'
import { FeedbackPage } from './pages/feedback-page.tsx'
import { FileUploadPage } from './pages/file-upload-page.tsx'
import { FollowUpsPage } from './pages/follow-ups-page.tsx'
import { LeadsPage } from './pages/leads-page.tsx'
import { McpServerPage } from './pages/mcp-server-page.tsx'
import { OverridePage } from './pages/override-page.tsx'
import { PostProcessingPage } from './pages/post-processing-page.tsx'
import { PrivacyPage } from './pages/privacy-page.tsx'
import { RateLimitPage } from './pages/rate-limit-page.tsx'
import { RunLimitsPage } from './pages/run-limits-page.tsx'
import { SpeechPage } from './pages/speech-page.tsx'
import { StarterPromptsPage } from './pages/starter-prompts-page.tsx'
import { VoicePage } from './pages/voice-page.tsx'

type Section<Name extends ConfigSection> = {
  Page: ComponentType<PageProps<Name>>
  isOn(value: FlowSections[Name]): boolean
}

export const sectionPages: { readonly [Name in ConfigSection]: Section<Name> } = {
  rateLimit: { Page: RateLimitPage, isOn: ({ status }) => status },
  runLimits: { Page: RunLimitsPage, isOn: ({ status }) => status },
  privacy: { Page: PrivacyPage, isOn: ({ status }) => status },
  allowedDomains: { Page: AllowedDomainsPage, isOn: ({ allowedOrigins }) => allowedOrigins.length > 0 },
  leads: { Page: LeadsPage, isOn: ({ status }) => status },
  chatFeedback: { Page: FeedbackPage, isOn: ({ status }) => status },
  textToSpeech: { Page: VoicePage, isOn: ({ provider }) => provider !== 'none' },
  starterPrompts: { Page: StarterPromptsPage, isOn: ({ prompts }) => prompts.length > 0 },
  followUpPrompts: { Page: FollowUpsPage, isOn: ({ status }) => status },
  speechToText: { Page: SpeechPage, isOn: ({ provider }) => provider !== 'none' },
  fullFileUpload: { Page: FileUploadPage, isOn: ({ status }) => status },
  analytic: {
    Page: AnalyticsPage,
    isOn: ({ settings }) => Object.values(settings).some((each) => each?.status),
  },
  postProcessing: { Page: PostProcessingPage, isOn: ({ enabled }) => enabled },
  overrideConfig: { Page: OverridePage, isOn: ({ status }) => status },
  mcpServer: { Page: McpServerPage, isOn: ({ status }) => status },
}

export type SectionGroup = 'general' | 'chat' | 'media' | 'advanced'

export const sectionGroups: readonly (readonly [SectionGroup, readonly ConfigSection[]])[] = [
  ['general', ['rateLimit', 'runLimits', 'allowedDomains', 'leads', 'privacy']],
  ['chat', ['starterPrompts', 'followUpPrompts', 'chatFeedback']],
  ['media', ['speechToText', 'textToSpeech', 'fullFileUpload']],
  ['advanced', ['analytic', 'postProcessing', 'overrideConfig', 'mcpServer']],
]

export function isSectionOn<Name extends ConfigSection>(name: Name, value: FlowSections[Name]): boolean {
  return sectionPages[name].isOn(value)
}
