import type { visitorPages as english } from '../en/flow-config-visitor.ts'

export const visitorPages: typeof english = {
  leads: {
    switch: 'Önce iletişim bilgilerini iste',
    title: 'Formun başlığı',
    titleHint: 'Başlamadan önce size nasıl ulaşabiliriz?',
    successMessage: 'Sonrasında ne denir',
    successHint: 'Teşekkürler! Ne öğrenmek istersiniz?',
    fields: 'Ne istenir',
    names: { name: 'Ad', email: 'E-posta', phone: 'Telefon' },
    kept: 'Yalnızca bu alanlar saklanır ve onları yalnızca siz görürsünüz. Ziyaretçilerinize bunlara neden gerek duyduğunuzu söyleyin.',
  },
  chatFeedback: {
    switch: 'Yanıtlar değerlendirilebilsin',
    help: 'Her yanıtın altında beğeni düğmeleri görünür; beğenmeyen birkaç söz ekleyebilir.',
    sample: 'Evet, giyilmemiş ayakkabılar 14 gün içinde iade edilebilir.',
    comment: 'İade ücretini kim öder?',
  },
  textToSpeech: {
    provider: 'Kim okusun',
    off: 'Kimse: hoparlör gösterilmez.',
    oneAtATime: 'Aynı anda tek hizmet açıktır; öbürü için girdikleriniz saklanır.',
    voice: 'Ses',
    voiceHelp: 'Boşsa: bu hizmetin olağan sesi',
    voiceNeeded: 'Önce kimlik bilgisini, sonra onun seslerinden birini seçin',
    model: 'Model',
    modelHelp: (usual) => `Boşsa: ${usual}`,
    autoPlay: 'Her yanıtı hemen oku',
    autoPlayHelp: 'Kapalıyken bir yanıt, istendiğinde okunur.',
    cost: 'Okunan her yanıt, kaç kez dinlenirse dinlensin, harf sayısına göre bir kez ücretlendirilir.',
    listen: 'Dinle',
    preparing: 'Hazırlanıyor…',
    stop: 'Durdur',
    sample: 'Günaydın! Bugün size nasıl yardımcı olabilirim?',
  },
}
