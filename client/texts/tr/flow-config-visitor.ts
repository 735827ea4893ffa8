import type { visitorPages as english } from '../en/flow-config-visitor.ts'

export const visitorPages: typeof english = {
  leads: {
    switch: 'Önce iletişim bilgilerini iste',
    title: 'Formun başlığı',
    titleHint: 'Başlamadan önce size nasıl ulaşabiliriz?',
    successMessage: 'Teşekkür mesajı',
    successHint: 'Teşekkürler! Ne öğrenmek istersiniz?',
    fields: 'İstenecek bilgiler',
    names: { name: 'Ad', email: 'E-posta', phone: 'Telefon' },
    kept: 'Yalnızca bu alanlar saklanır ve yalnızca siz görürsünüz. Ziyaretçilerinize neden istediğinizi belirtin (KVKK).',
  },
  chatFeedback: {
    switch: 'Yanıtlar değerlendirilebilsin',
    help: 'Her yanıtın altında beğen ve beğenme düğmeleri görünür; beğenmeyenler yorum yazabilir.',
    sample: 'Evet, giyilmemiş ayakkabılar 14 gün içinde iade edilebilir.',
    comment: 'İade ücretini kim öder?',
  },
  textToSpeech: {
    provider: 'Seslendirme hizmeti',
    off: 'Kapalı: hoparlör düğmesi gösterilmez.',
    oneAtATime: 'Aynı anda tek hizmet açıktır; diğerleri için girdikleriniz saklanır.',
    voice: 'Ses',
    voiceHelp: 'Boşsa hizmetin varsayılan sesi',
    voiceNeeded: 'Önce kimlik bilgisini, sonra onun seslerinden birini seçin',
    model: 'Model',
    modelHelp: (defaults) => `Boşsa: ${defaults}`,
    autoPlay: 'Her yanıtı hemen oku',
    autoPlayHelp: 'Kapalıyken bir yanıt, istendiğinde okunur.',
    cost: 'Seslendirilen her yanıt, karakter sayısına göre bir kez ücretlendirilir.',
    listen: 'Dinle',
    preparing: 'Hazırlanıyor…',
    stop: 'Durdur',
    sample: 'Günaydın! Bugün size nasıl yardımcı olabilirim?',
  },
}
