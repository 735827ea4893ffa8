import { type Language, toList } from './words.ts'

export const phrases = {
  en: {
    hello: 'Hello!',
    offer: 'How can I help you?',
    fine: 'I am well, thank you. How can I help you?',
    thanks: 'You are welcome!',
    self: 'I am the small demo model built into Flowtill. I answer from the texts, tools and messages I am given; I can also repeat, list, count and calculate. For free conversation, connect a real model.',
    standIn: '(Flowtill’s demo model answers here until a real one is connected.)',
    topics: (topics: readonly string[]) => `I can tell you about:\n${toList(topics)}`,
    unknown: 'I do not know that.',
    translation:
      'I am sorry, I cannot translate: I am the small demo model of Flowtill. Connect a real model for that.',
    draft: (name: string, about: string) =>
      `Hello${name && ` ${name}`}, thank you for your message: “${about}” I have read it and will come back to you about it.`,
    nameUnknown: 'You have not told me your name yet.',
    yourName: (name: string) => `Your name is ${name}.`,
    meeting: (name: string) => `Nice to meet you, ${name}!`,
    noted: (statement: string) => `Thank you, I will remember that in this conversation: ${statement}`,
    toolSaid: (tool: string, result: string) =>
      `**${tool}** answered:${result.startsWith('\n') ? result : ` ${result}`}`,
    lost: (about: string) =>
      `I am Flowtill's small demo model, and I found nothing about ${about} in the texts I was given. Give me a text to read, ask me to list, count or calculate something, or connect a real model for free conversation.`,
    yourMessage: 'your message',
    words: (count: number) => `${count} ${count === 1 ? 'word' : 'words'}`,
    letters: (count: number) => `${count} ${count === 1 ? 'letter' : 'letters'}`,
    saidBefore: (statement: string) => `You said: “${statement}”`,
    saidNothing: 'This is your first message in this conversation.',
    promptOpening: 'You are a careful assistant.\n\nYour task:\n',
    promptEnding: 'Answer briefly and politely. Say so when you do not know something, and invent nothing.',
    rowsFound: 'Result from the database:',
    noRows: 'I found nothing about that in the database.',
  },
  tr: {
    hello: 'Merhaba!',
    offer: 'Size nasıl yardımcı olabilirim?',
    fine: 'İyiyim, teşekkür ederim. Size nasıl yardımcı olabilirim?',
    thanks: 'Rica ederim!',
    self: 'Ben Flowtill’in küçük demo modeliyim. Bana verilen metin, araç ve mesajlara göre yanıt veririm; tekrar edebilir, listeleyebilir, sayabilir ve hesap yapabilirim. Gerçek bir sohbet için başka bir model bağlayın.',
    standIn: '(Gerçek bir model bağlanana kadar burada Flowtill’in demo modeli yanıt verir.)',
    topics: (topics: readonly string[]) => `Şu konularda bilgi verebilirim:\n${toList(topics)}`,
    unknown: 'Bunu bilmiyorum.',
    translation:
      'Üzgünüm, çeviri yapamam: ben Flowtill’in küçük demo modeliyim. Bunun için gerçek bir model bağlayın.',
    draft: (name: string, about: string) =>
      `Merhaba${name && ` ${name}`}, mesajınız için teşekkürler: “${about}” Okudum, bu konuda size döneceğim.`,
    nameUnknown: 'Bana adınızı henüz söylemediniz.',
    yourName: (name: string) => `Adınız ${name}.`,
    meeting: (name: string) => `Tanıştığımıza memnun oldum, ${name}!`,
    noted: (statement: string) => `Teşekkürler, bu konuşma boyunca hatırlayacağım: ${statement}`,
    toolSaid: (tool: string, result: string) =>
      `**${tool}** yanıtladı:${result.startsWith('\n') ? result : ` ${result}`}`,
    lost: (about: string) =>
      `Ben Flowtill’in küçük demo modeliyim ve bana verilen bilgilerde ${about} hakkında bir şey bulamadım. Okumam için bir metin verin, bir şey listelememi, saymamı ya da hesaplamamı isteyin. Gerçek bir sohbet için başka bir model bağlayın.`,
    yourMessage: 'mesajınız',
    words: (count: number) => `${count} kelime`,
    letters: (count: number) => `${count} harf`,
    saidBefore: (statement: string) => `Şöyle demiştiniz: “${statement}”`,
    saidNothing: 'Bu, konuşmamızdaki ilk mesajınız.',
    promptOpening: 'Sen dikkatli bir asistansın.\n\nGörevin:\n',
    promptEnding: 'Kısa ve kibar yanıt ver. Bilmediğini söyle, hiçbir şey uydurma.',
    rowsFound: 'Veritabanı sonucu:',
    noRows: 'Veritabanında bununla ilgili bir şey bulamadım.',
  },
}

export type Phrases = (typeof phrases)[Language]
