export const memory: Readonly<Record<string, string>> = {
  'Remembers the whole conversation.': 'Konuşmanın tamamını hatırlar.',
  'Session ID': 'Oturum ID’si',
  'Conversations with the same ID share their memory. Empty: each has its own.':
    'Aynı ID’yi kullanan konuşmalar belleği paylaşır. Boşsa her konuşmanın kendi belleği olur.',
  'Memory Key': 'Bellek anahtarı',
  'Name of the prompt variable that holds the conversation.': 'İstemde konuşmayı tutan değişkenin adı.',
  'Remembers the last messages and answers, so long conversations cost less.':
    'Son N mesajı hatırlar; uzun konuşmalar daha az tutar.',
  Size: 'Mesaj sayısı',
  'Number of turns to remember.': 'Yanıtlarıyla birlikte hatırlanacak mesaj sayısı.',
  'Remembers a summary of the conversation, updated by a model.': 'Konuşmayı özetleyerek hatırlar.',
  'Keeps recent messages and a summary of older ones.': 'Eskileri özetler, son mesajları olduğu gibi tutar.',
  'Older messages beyond this many tokens are summarized.': 'Bu token sayısını aşan eski mesajlar özetlenir.',
  'Stores and summarizes the conversation on your Zep server.':
    'Konuşmayı kendi Zep sunucunuzda saklar ve özetler.',
  'Number of recent messages to use.': 'Kullanılacak son mesaj sayısı.',
  'AI Prefix': 'Yapay zekâ öneki',
  'Human Prefix': 'Kullanıcı öneki',
  'Input Key': 'Girdi anahtarı',
  'Output Key': 'Çıktı anahtarı',
  'Stores the conversation in Zep, which remembers the important facts.':
    'Konuşmayı Zep’te saklar. Zep önemli bilgileri hatırlar.',
  'perpetual: includes facts from earlier conversations. message_window: only the last messages.':
    'perpetual: önceki konuşmalardaki bilgilerle. message_window: yalnızca son mesajlar.',
  'Remembers facts about users with Mem0.': 'Kullanıcılarla ilgili bilgileri Mem0 ile hatırlar.',
  'User ID': 'Kullanıcı ID’si',
  'Owner of the memories. Default: each conversation has its own.':
    'Anıların sahibi. Varsayılan: her konuşmanın kendi anıları.',
  'Search Only': 'Yalnızca ara',
  'Do not store new memories.': 'Yeni bilgi saklamaz.',
  'Run ID': 'Çalıştırma ID’si',
  'Agent ID': 'Ajan ID’si',
  'Organization ID': 'Kuruluş ID’si',
  'Stores the conversation in your Redis.': 'Konuşmayı Redis’te saklar.',
  'Session Timeouts': 'Oturum süresi',
  'Session lifetime in seconds after the last message. Empty: unlimited.':
    'Son mesajdan sonra oturumun saniye olarak süresi. Boşsa sınırsız.',
  'Number of recent messages to use. Empty: all.': 'Kullanılacak son mesaj sayısı. Boşsa tümü.',
  'Stores the conversation in Upstash Redis.': 'Konuşmayı Upstash Redis’te saklar.',
  'The URL shown in the Upstash console.': 'Upstash konsolunda gösterilen URL.',
}
