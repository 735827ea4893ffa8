import type { Phrases } from './phrases.ts'
import { fold } from './words.ts'

const talk: [RegExp, 'greeting' | 'fine' | 'thanks' | 'self'][] = [
  [
    /^(?:hi|hello|hey|good (?:morning|afternoon|evening)|merhaba|selam|gunaydin|iyi (?:gunler|aksamlar))(?: there| flowtill)?[\s!.,]*$/,
    'greeting',
  ],
  [
    /^(?:(?:hi|hello|hey|merhaba|selam)[\s!.,]+)?(?:how are you(?: doing| today)?|nasilsin(?:iz)?|naber)[\s!.?]*$/,
    'fine',
  ],
  [
    /^(?:thanks?|thank you|thx|tesekkur(?:ler| ederim)?|sag ?ol(?:un)?)(?: very much| a lot| cok)?[\s!.]*$/,
    'thanks',
  ],
  [
    /^(?:who|what) are you\b|^what(?:'s| is) your name|what can you do|what do you do|help me\?*$|^help$|^(?:sen )?kimsin(?:iz)?|neler? yapabilir|^adin(?:iz)? ne|^yardim$/,
    'self',
  ],
]

/** Greetings, thanks and questions about itself. The system message may have given it a name. */
export function chat(question: string, phrases: Phrases, persona: string | undefined): string | undefined {
  const asked = fold(question).replace(/’/g, "'").trim()
  const kind = talk.find(([pattern]) => pattern.test(asked))?.[1]
  if (kind === 'self' && persona && !/what can you do|neler? yapabilir|help|yardim/.test(asked)) {
    return persona
  }
  return kind && phrases[kind]
}
