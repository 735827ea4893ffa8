export const cache: Readonly<Record<string, string>> = {
  'Returns stored answers to repeated messages at no cost, until the server restarts.':
    'Tekrarlanan mesajlara saklanan yanıtı ücretsiz verir. Sunucu yeniden başlayınca silinir.',
  'Caches embeddings so that each text is charged once, until the server restarts.':
    'Gömme vektörlerini sunucu yeniden başlayana kadar saklar; her metin bir kez ücretlendirilir.',
  'Separates these embeddings from the flow’s other cached embeddings.':
    'Bu vektörleri akışın diğer vektörlerinden ayırır.',
  'Caches embeddings in your Redis so that each text is charged once.':
    'Gömme vektörlerini kendi Redis sunucunuzda saklar; her metin bir kez ücretlendirilir.',
  'Time to Live (ms)': 'Saklama süresi (ms)',
  'Lifetime of an embedding in milliseconds.': 'Vektörün milisaniye olarak saklama süresi.',
  'Returns stored answers to repeated messages at no cost, from your Redis.':
    'Tekrarlanan mesajlara kendi Redis sunucunuzda saklanan yanıtı ücretsiz verir.',
  'Lifetime of an answer in milliseconds. Empty: unlimited.':
    'Yanıtın milisaniye olarak saklama süresi. Boşsa sınırsız.',
  'Returns stored answers to repeated messages at no cost, from Upstash Redis.':
    'Tekrarlanan mesajlara Upstash Redis’te saklanan yanıtı ücretsiz verir.',
}
