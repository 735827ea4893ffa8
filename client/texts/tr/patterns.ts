import { createMatcher, type Patterns } from '../match-sentence.ts'
import { labelText, nodeText } from '../node-texts.ts'
import { agentRunPatterns } from './agent-run-patterns.ts'
import { sentences } from './sentences.ts'

/**
 * Server sentences with names or amounts. `<label>` and `<service>` are nodes and services, `<field>` a field of a
 * node, `<usd>` an amount; `<issue>` must have a translation of its own, `<reason>` may have one.
 */
export const patterns: Patterns = {
  ...agentRunPatterns,
  'There were <count> thoughts already. Answer now.': 'Şimdiye kadar <count> düşünce oldu. Artık yanıtlayın.',
  '“<name>” runs this data set before publishing. Switch that off or choose another set there first.':
    '“<name>” bu veri kümesini yayımlamadan önce çalıştırıyor. Önce orada bunu kapatın ya da başka bir küme seçin.',
  // Channels
  'An account may have <count> channels.': 'Bir hesabın en fazla <count> kanalı olabilir.',
  'This is another account: <name>. Connect it as a new channel.':
    'Bu başka bir hesap: <name>. Onu yeni bir kanal olarak bağlayın.',
  'Telegram rejects this token: <reason>': 'Telegram bu token’ı reddediyor: <reason>',
  'Slack rejects this token: <reason>': 'Slack bu token’ı reddediyor: <reason>',
  'IMAP rejects the user name or the password: <reason>':
    'IMAP kullanıcı adını veya parolayı reddediyor: <reason>',
  'SMTP rejects the user name or the password: <reason>':
    'SMTP kullanıcı adını veya parolayı reddediyor: <reason>',
  'IMAP could not be reached: <reason>': 'IMAP sunucusuna ulaşılamadı: <reason>',
  'SMTP could not be reached: <reason>': 'SMTP sunucusuna ulaşılamadı: <reason>',
  'SMTP: <reason>': 'SMTP: <reason>',
  'Telegram: <reason>': 'Telegram: <reason>',
  'Meta: <reason>': 'Meta: <reason>',
  // Backups
  'There is no folder <folder>. Create it, or mount its disk.':
    '<folder> klasörü yok. Oluşturun ya da diskini bağlayın.',
  'There is not enough room in <folder> for a backup. Make room, or keep fewer backups (BACKUP_KEEP).':
    '<folder> klasöründe bir yedek için yeterli yer yok. Yer açın ya da daha az yedek saklayın (BACKUP_KEEP).',
  '<folder> cannot be written to (<code>). Give it to the user of the server, or mount its disk for writing.':
    '<folder> klasörüne yazılamıyor (<code>). Klasörü sunucunun kullanıcısına verin ya da diskini yazılabilir bağlayın.',
  'The disk of <folder> has failed (<code>). Check it, or write backups to another one.':
    '<folder> klasörünün diski arızalandı (<code>). Diski denetleyin ya da yedekleri başka bir diske yazın.',
  // Document stores
  '<label> not configured. Choose one in the settings of the store.':
    '<label> ayarlanmamış. Deponun ayarlarından birini seçin.',
  '<label> takes no text splitter.': '<label> metin bölücü kullanmaz.',
  '<name> is not a chat model.': '<name> bir sohbet modeli değil.',
  'A data set has at most <count> rows.': 'Bir veri kümesinde en fazla <count> satır olabilir.',
  'Line <count> has no question.': '<count>. satırda soru yok.',
  'Line <count> is longer than 32,000 characters.': '<count>. satır 32.000 karakterden uzun.',
  'A publish check failed: row <count> must pass and does not.':
    'Bir yayın denetimi başarısız: <count>. satır geçmeli, ama geçmiyor.',
  'A store has at most <count> sources.': 'Bir depoda en fazla <count> kaynak olabilir.',
  'A source has at most <count> chunks. Use larger ones.':
    'Bir kaynakta en fazla <count> parça olabilir. Daha büyük parçalar kullanın.',
  '<name> is not in the category <category>.': '<name>, <category> kategorisinde değil.',
  'This pool has <count> of 500 MB left, which is not enough. Remove sources, or start another pool.':
    'Bu havuzda 500 MB alanın <count> MB kadarı boş; bu yetmiyor. Kaynak silin ya da yeni bir havuz açın.',
  'The file has arrived up to byte <count>. Send the part that follows.':
    'Dosyanın <count> baytı ulaştı. Sonraki parçayı gönderin.',
  // Money and limits
  'Minimum top-up amount is $<usd> USD': 'En az <usd> $ yükleyebilirsiniz',
  'Maximum top-up amount is $<usd> USD': 'En fazla <usd> $ yükleyebilirsiniz',
  'You can change at most $<usd> at once.': 'Bir kerede en fazla <usd> $ değiştirebilirsiniz.',
  'At most $<usd> of this payment can be refunded.': 'Bu ödemenin en fazla <usd> $ kadarı iade edilebilir.',
  'PayTR did not start the payment': 'PayTR ödemeyi başlatmadı',
  'PayTR did not say what became of the payment': 'PayTR ödemenin durumunu bildirmedi',
  'PayTR did not give its report': 'PayTR raporunu vermedi',
  '<issue>: <said>': '<issue>: <said>',
  '<issue>.': '<issue>.',
  'PayTR rejected the refund: <reason>': 'PayTR iadeyi reddetti: <reason>',
  'PayTR does not take this <name>.': 'PayTR bu alanı kabul etmiyor: <name>.',
  'The latest exchange rate (<day>) is too old. Top-ups are paused until a new rate is published.':
    'Son döviz kuru (<day>) çok eski. Yeni kur yayımlanana kadar bakiye yüklenemez.',
  'This flow has reached its limit of $<usd> for today.': 'Bu akış bugünkü sınırına ulaştı: <usd> $.',
  'This conversation has reached its limit of $<usd>.': 'Bu konuşma harcama sınırına ulaştı: <usd> $.',
  'This account has reached its limit of $<usd> for today.': 'Bu hesap bugünkü sınırına ulaştı: <usd> $.',
  'This account has reached its limit of $<usd> for this month.':
    'Bu hesap bu ayki sınırına ulaştı: <usd> $.',
  '<model> has no price on this server, so it cannot be used with a shared credential. An administrator can set one under Usage & Billing, Prices; or choose another model or your own credential.':
    '<model> için bu sunucuda fiyat yok, bu yüzden paylaşılan kimlik bilgisiyle kullanılamaz. Bir yönetici Kullanım ve faturalama, Fiyatlar bölümünden fiyat girebilir; ya da başka bir model veya kendi kimlik bilginizi seçin.',
  '<model> has no price on this server. Set one here or under Usage & Billing, Prices.':
    '<model> için bu sunucuda fiyat yok. Fiyatı burada ya da Kullanım ve faturalama, Fiyatlar bölümünde girin.',
  'The next model call could exceed the limit of <amount> USD per run.':
    'Sonraki model çağrısı, çalıştırma başına <amount> USD sınırını aşabilir.',
  'The run has reached its limit of <count> minutes.': 'Çalıştırma <count> dakikalık sınırına ulaştı.',
  '<provider> has no built-in tool <name>.': '<provider> sağlayıcısında <name> adlı yerleşik araç yok.',
  '<label>: it has no price on this server, so it cannot be used with a shared credential. Choose your own credential.':
    '<label>: bu sunucuda fiyatı olmadığı için paylaşılan kimlik bilgisiyle kullanılamaz. Kendi kimlik bilginizi seçin.',
  'Too many attempts from this network. Try again in <time>, sign in from a device you have used before, or reset your password.':
    'Bu ağdan çok fazla deneme yapıldı. <time> sonra yeniden deneyin, daha önce kullandığınız bir cihazdan giriş yapın ya da parolanızı sıfırlayın.',
  'Flows can call each other at most <count> levels deep.':
    'Akışlar birbirini en fazla <count> düzey derinliğe kadar çağırabilir.',

  // Schedules and webhooks
  'This webhook accepts <method> only.': 'Bu webhook yalnızca <method> kabul eder.',
  'Send the body as <type>.': 'Gövdeyi <type> olarak gönderin.',
  'The time zone <zone> does not exist.': '<zone> diye bir saat dilimi yok.',
  '“<cron>” is not a cron expression of 5 or 6 fields.': '“<cron>” 5 ya da 6 alanlı bir cron ifadesi değil.',
  // Sequential agents and teams
  '<label>: this flow has no node named <name>.': '<label>: bu akışta <name> adlı bir düğüm yok.',
  '<label>: connect at least one worker.': '<label>: en az bir çalışan bağlayın.',
  '<label>: two workers are named <name>. Rename one.':
    '<label>: iki çalışanın adı <name>. Birini yeniden adlandırın.',
  '<label>: the code must return the name of an output.': '<label>: kod bir çıkışın adını döndürmelidir.',
  '<label>: the code of Update State must return an object.':
    '<label>: Durumu güncelle kodu bir nesne döndürmelidir.',
  '<label>: the value must be an object to update the state.':
    '<label>: durumu güncellemek için değer bir nesne olmalıdır.',
  '<label>: the model has chosen <name>, which is no worker.':
    '<label>: modelin seçtiği <name> bir çalışan değil.',
  '<label>: the team has reached its recursion limit of <count> steps without finishing.':
    '<label>: ekip işi bitirmeden <count> adımlık sınıra ulaştı.',

  'Invalid format for <country>. Expected: <format>': '<country> için geçersiz biçim. Beklenen: <format>',

  // Files and sizes
  'Files of this type can be at most <count> MB.': 'Bu türdeki dosyalar en fazla <count> MB olabilir.',
  'A flow can store at most <count> files, including those of its versions.':
    'Bir akış, sürümlerindekiler dahil en fazla <count> dosya saklayabilir.',
  'The files of a flow and its versions may have <count> MB together.':
    'Bir akışın ve sürümlerinin dosyaları toplam en fazla <count> MB olabilir.',
  'There is no file named <name> in this flow. Upload it again.':
    'Bu akışta <name> adlı bir dosya yok. Yeniden yükleyin.',
  '<field>: <name> is larger than <count> MB.': '<field>: <name> en fazla <count> MB olabilir.',
  '<field>: this file cannot be read. Choose it again.': '<field>: bu dosya okunamıyor. Yeniden seçin.',
  'This file holds more than <count> items.': 'Dosyada en fazla <count> öğe olabilir.',
  'Invalid Imported File: <name> is not a list.': 'Geçersiz içe aktarma dosyası: <name> bir liste değil.',
  'This is not a flow file: <path> is missing or of the wrong kind.':
    'Bu bir akış dosyası değil: <path> eksik ya da türü yanlış.',
  'Only admins can import <name>.': 'Bunları yalnızca yöneticiler içe aktarabilir: <name>.',
  '<document> is too large to read: <reason>. Split it into smaller parts.':
    '<document> okunamayacak kadar büyük: <reason>. Daha küçük parçalara bölün.',
  '<document> takes too long to read. Split it into smaller parts.':
    '<document> okunması çok uzun sürüyor. Daha küçük parçalara bölün.',
  '<document> is too deeply nested to read. Save it in a simpler form.':
    '<document> okunamayacak kadar iç içe. Daha sade bir biçimde kaydedin.',
  '<document> could not be read: <reason>.': '<document> okunamadı: <reason>.',
  '<document> is damaged. Save it again and add the new file.':
    '<document> bozuk. Yeniden kaydedip yeni dosyayı ekleyin.',
  '<document> is a <kind> file with the wrong ending. Rename it to end in <ending> and add it again.':
    '<document> yanlış uzantılı bir <kind> dosyası. Uzantısını <ending> yapıp yeniden ekleyin.',
  '<document> is a picture, which has no text to read. Add a PDF, an Office file or a text.':
    '<document> bir görsel, okunacak metni yok. PDF, Office ya da metin dosyası ekleyin.',
  '<document> is an archive. Unpack it and add the files in it.':
    '<document> bir arşiv. Açıp içindeki dosyaları ekleyin.',
  '<document> is protected with a password, or in a format of before 2007. Remove the password or save it in the current format.':
    '<document> parola korumalı ya da 2007 öncesi bir biçimde. Parolayı kaldırın ya da güncel biçimde kaydedin.',
  '<document> is in a format of before 2007. Save it in the current format.':
    '<document> 2007 öncesi bir biçimde. Güncel biçimde kaydedin.',
  '<document> is empty. Add a file with text.': '<document> boş. Metin içeren bir dosya ekleyin.',
  '<document> is protected against copying. Add a copy without protection.':
    '<document> kopyalamaya karşı korumalı. Korumasız bir kopyasını ekleyin.',
  '<document> is damaged or not a PDF.': '<document> bozuk ya da bir PDF değil.',
  '<document> is protected with a password. Remove the password and add it again.':
    '<document> parola korumalı. Parolayı kaldırıp yeniden ekleyin.',
  '<document> contains pictures of text only. Read it with a service for text recognition first.':
    '<document> yalnızca metin görüntülerinden oluşuyor. Önce bir metin tanıma servisinden geçirin.',
  'it has more than <count> million letters': 'en fazla <count> milyon karakter okunur',
  'it has more than <count> lines': 'en fazla <count> satır okunur',
  'it has more than <count> rows': 'en fazla <count> satır okunur',
  'it has more than <count> columns': 'en fazla <count> sütun okunur',
  'it has more than <count> cells': 'en fazla <count> hücre okunur',
  'it has more than <count> pages': 'en fazla <count> sayfa okunur',
  'it is larger than <count> MB': 'en fazla <count> MB okunur',
  'it has no column named <name>': '<name> adlı bir sütun yok',
  'it has more than <count> elements': 'en fazla <count> öğe okunur',
  'it has more than <count> parts': 'en fazla <count> parça okunur',
  'it has an element with more than <count> attributes': 'bir öğesinde <count> öznitelikten fazlası var',
  'unpacked it is larger than <count> MB': 'açıldığında <count> MB’den büyük',
  'line <count> is not valid JSON': '<count>. satır geçerli bir JSON değil',
  'it is damaged': 'dosya bozuk',
  'it is not valid JSON': 'geçerli bir JSON değil',
  'its elements overlap': 'öğeleri iç içe geçmiş',
  'it declares entities of its own, as no office program does':
    'hiçbir Office programının yapmadığı gibi kendi varlıklarını tanımlıyor',
  'its list of parts is damaged': 'parça listesi bozuk',
  'one of its parts is damaged': 'bir parçası bozuk',
  'it is packed or encrypted in a way this server does not know':
    'bu sunucunun bilmediği bir yolla sıkıştırılmış ya da şifrelenmiş',
  'it is not a text': 'metin değil',
  'one of its parts claims to be larger than the file': 'bir parçası dosyanın kendisinden büyük görünüyor',
  'it is not a file of this kind': 'bu türde bir dosya değil',
  'it is not an office file, or it is damaged': 'Office dosyası değil ya da bozuk',
  '<service> did not finish in time. Read fewer pages.':
    '<service> zamanında bitirmedi. Daha az sayfa okuyun.',
  'Choose a credential of <service>.': '<service> için bir kimlik bilgisi seçin.',
  '"<text>" is not the id of a Google <kind>.': '“<text>” geçerli bir Google kimliği değil (<kind>).',
  '<name> has no sheet named <sheet>.': '<name> içinde <sheet> adlı bir sayfa yok.',
  'There are more than <count> rows to read. Enter a range.':
    'Okunacak satır sayısı <count> sınırını aşıyor. Bir aralık yazın.',
  '"<text>" is not the key of a Figma file.': '“<text>” bir Figma dosyasının anahtarı değil.',
  '"<url>" is not the address of an Unstructured server.':
    '“<url>” bir Unstructured sunucusunun adresi değil.',
  'There are more than <count> million letters to read. Read fewer documents.':
    'Okunacak metin <count> milyon karakteri aşıyor. Daha az belge okuyun.',
  '<name> is in a format of before 2007. Save it as .<ending>x.':
    '<name> 2007 öncesi bir biçimde. .<ending>x olarak kaydedin.',
  'The bucket <name> has more than <count> files there. Name a longer prefix.':
    '<name> alanında <count> dosyadan fazlası var. Daha uzun bir önek yazın.',
  'The repository has <count> files; at most <most> are read. Leave some out with Ignore Paths.':
    'Depoda <count> dosya var; en fazla <most> dosya okunur. Bir bölümünü yok sayılan yollarla çıkarın.',
  'You have <count> pools, the most of an account. Remove one first.':
    'Bir hesapta en fazla <count> havuz olabilir. Önce birini silin.',
  'An index takes at most <most> pieces; these are <count>.':
    'Bir dizinde en fazla <most> parça olabilir; bunlar <count> parça.',
  'A part has at most <count> nodes.': 'Bir parçada en fazla <count> düğüm olabilir.',
  'You can keep at most <count> parts. Delete one first.':
    'En fazla <count> parça saklayabilirsiniz. Önce birini silin.',

  // Names
  'There is already a variable named <name>.': '<name> adında bir değişken zaten var.',
  'There is no kind of credential named <name>.': '<name> adında bir kimlik bilgisi türü yok.',
  'There is no node named <name>.': '<name> adında bir düğüm yok.',
  '<name> needs: <fields>.': '<name> için gerekenler: <fields>.',
  'This API key lacks the permission <name>.': 'Bu API anahtarında şu izin yok: <name>.',
  '<name> is not set on this server.': 'Bu sunucuda <name> ayarlanmamış.',
  '<name> lists no chat models.': '<name> hiç sohbet modeli sunmuyor.',
  '<model> gave an empty answer. Choose another model.': '<model> boş yanıt verdi. Başka bir model seçin.',

  // Services that are called
  '<service> did not answer in time. Try again in a moment.':
    '<service> zamanında yanıt vermedi. Birazdan yeniden deneyin.',
  '<service> could not be reached. Check the address and try again.':
    '<service> bulunamadı ya da yanıt vermiyor. Adresi kontrol edip yeniden deneyin.',
  '<service> could not be reached: there is no secure connection. Check the address and its certificate.':
    '<service> ile güvenli bağlantı kurulamadı. Adresi ve sertifikasını kontrol edin.',
  'The address of <service> is not a URL. Check the address.':
    '<service>: adres geçerli bir URL değil. Adresi kontrol edin.',
  'The connection to <service> broke before the answer was complete. Try again.':
    '<service>: bağlantı, yanıt tamamlanmadan koptu. Yeniden deneyin.',
  '<service> sent an answer that could not be read. Check the address and try again.':
    '<service> okunamayan bir yanıt gönderdi. Adresi kontrol edip yeniden deneyin.',
  '<service> could not be called. Check the settings and try again.':
    '<service> çağrılamadı. Ayarları kontrol edip yeniden deneyin.',
  '<service> answered <status>: <said>': '<service> yanıtı: <status>, <said>',
  '<service> answered <status>. Check its credential.':
    '<service> yanıtı: <status>. Kimlik bilgisini kontrol edin.',
  '<service> answered <status>. Check the address and the names in the settings.':
    '<service> yanıtı: <status>. Adresi ve ayarlardaki adları kontrol edin.',
  '<service> answered <status>. Try again in a moment.':
    '<service> yanıtı: <status>. Birazdan yeniden deneyin.',
  '<service> answered <status>. Check the settings.': '<service> yanıtı: <status>. Ayarları kontrol edin.',
  '<service> answered with an error: <said>': '<service> hata verdi: <said>',
  '<service> broke off before its answer was complete. Try again.':
    '<service> yanıtını tamamlamadan kesti. Yeniden deneyin.',
  '<service> ended its Assistants API on 26 August 2026 and no longer lists assistants. Load them from a file, or add one here.':
    '<service>, Assistants API’yi 26 Ağustos 2026’da kapattı; asistanlar artık listelenmiyor. Dosyadan yükleyin ya da burada ekleyin.',
  '<service> stopped with an error.': '<service> bir hatayla durdu.',
  '<service> stopped with an error: <said>': '<service> bir hatayla durdu: <said>',
  '<service> answered: <said>.': '<service> yanıtı: <said>.',
  '<service> did not take a document: <said>.': '<service> bir belgeyi kabul etmedi: <said>.',
  '<service> failed.': '<service> başarısız oldu.',
  'The database <host>': '<host> veritabanı',
  'The MCP server <host>': '<host> MCP sunucusu',
  'The program <name>': '<name> programı',
  'An account may have <count> MCP servers.': 'Bir hesabın <count> MCP sunucusu olabilir.',
  'This MCP server has no tool named <name>.': 'Bu MCP sunucusunun <name> adlı bir aracı yok.',
  'This server starts no program named <name>. Programs are named in its configuration, MCP_PROGRAMS.':
    'Bu sunucu <name> adlı bir programı başlatmaz. Programlar yapılandırmasındaki MCP_PROGRAMS ayarında adlandırılır.',
  'This server starts no program named <name>.': 'Bu sunucu <name> adlı bir programı başlatmaz.',
  'The sign-in to <host> failed: <said>': '<host> oturumu açılamadı: <said>',
  'The sign-in to <host> has been completed or replaced already.':
    '<host> oturumu zaten tamamlandı ya da yenilendi.',
  '<host> asks for a sign-in. Open Tools, MCP servers, and authorize it.':
    '<host> oturum açılmasını istiyor. Araçlar, MCP sunucuları sayfasında yetkilendirin.',
  '<name> was not called: a person must approve each call, and only an agent of an agent flow can ask one.':
    '<name> çağrılmadı: her çağrıyı bir kişi onaylamalı ve bunu yalnızca bir ajan akışındaki ajan sorabilir.',
  'The Redis at <host>:<port>': '<host>:<port> Redis sunucusu',
  '<host> redirects to another address; redirects are not followed.':
    '<host> başka bir adrese yönlendiriyor; yönlendirmeler izlenmez.',
  'This server may not call <host>: <reason>.': 'Bu sunucu <host> adresini çağıramaz: <reason>.',
  'This server cannot call <host>:<port>: it is a private address. An admin can allow it with OUTGOING_ALLOW.':
    'Bu sunucu <host>:<port> adresini çağıramaz: bu bir özel ağ adresi. Bir yönetici OUTGOING_ALLOW ile izin verebilir.',
  'it is a private address. An admin can allow it with OUTGOING_ALLOW':
    'bu bir özel ağ adresi. Bir yönetici OUTGOING_ALLOW ile izin verebilir',
  'only http and https are spoken here': 'yalnızca http ve https kullanılabilir',
  'leave the user name out of the address': 'adreste kullanıcı adı olamaz',
  'that is this server itself': 'bu, sunucunun kendi adresi',
  'its port is not one of a web server': 'bağlantı noktası bir web sunucusuna ait değil',
  'Google does not accept this service account (<status>). Check its key file.':
    'Google bu hizmet hesabını kabul etmiyor (<status>). Anahtar dosyasını kontrol edin.',
  'GitHub found no such branch of <name>. Check its name, or choose a credential that may read it.':
    'GitHub’da böyle bir dal yok: <name>. Adını kontrol edin ya da okuma izni olan bir kimlik bilgisi seçin.',
  'The assistant stopped: <said>': 'Asistan durdu: <said>',
  'The central bank answered with status <status>.': 'Merkez Bankası <status> durum koduyla yanıt verdi.',
  'The central bank has no bulletin of the last <days> days.':
    'Merkez Bankasının son <days> güne ait bülteni yok.',
  'The database <name> could not be read.': '<name> veritabanı okunamadı.',
  'There is no file <name> in the databases folder of this server.':
    'Bu sunucunun veritabanı klasöründe <name> dosyası yok.',
  'The embedding model gave vectors of <count> numbers.': 'Gömme modeli <count> boyutlu vektörler döndürdü.',
  'This server cannot speak to models of <name>.':
    'Bu sunucu şu sağlayıcının modellerini desteklemiyor: <name>.',
  'This server cannot speak to embedding models of <name>.':
    'Bu sunucu şu sağlayıcının gömme modellerini desteklemiyor: <name>.',
  '"<name>" is not an address of a model server.': '“<name>” bir model sunucusunun adresi değil.',
  '<name> is not the address of an MCP server.': '<name> bir MCP sunucusunun adresi değil.',
  '"<name>" is not the address of a web page.': '“<name>” bir web sayfasının adresi değil.',
  '"<name>" is not the address of a repository.': '“<name>” bir kod deposunun adresi değil.',
  '"<name>" is not the id of anything in Notion.': '“<name>” Notion’daki bir ID değil.',
  '"<name>" is not a day.': '“<name>” bir tarih değil.',
  '"<name>" is not a region of AWS.': '“<name>” bir AWS bölgesi değil.',
  '<name> is no region of AWS.': '<name> bir AWS bölgesi değil.',
  '<name> in <region> is not an S3 bucket.': '<region> bölgesinde <name> adlı bir S3 alanı yok.',
  '"<name>" is no name of a table or column.': '“<name>” bir tablo ya da sütun adı olamaz.',
  '"<name>" is no name in Weaviate.': '“<name>” Weaviate’te geçerli bir ad değil.',
  'SearXNG: <name> is not an address.': 'SearXNG: <name> bir adres değil.',
  '<name> is not an address.': '<name> bir adres değil.',
  '<name> is not a time zone.': '<name> bir saat dilimi değil.',
  'PathParameters.<name> is missing.': 'PathParameters.<name> eksik.',
  '<name> is missing.': '<name> eksik.',
  'Nothing could be read: <reason>.': 'Hiçbir şey okunamadı: <reason>.',
  'There is no <path> in <name>': '<name> içinde <path> yok',
  'Give the tool a text named <name>.': 'Araca <name> adlı bir metin verin.',
  'This cannot be computed: <reason>.': 'Bu hesaplanamıyor: <reason>.',

  // Code and tools
  'The code failed: <said>': 'Kod hata verdi: <said>',
  'The inputs of the code are <reason>.': 'Kodun girdileri kullanılamıyor: <reason>.',
  'The tool <name> has no code yet.': '<name> aracının henüz kodu yok.',
  'The input schema of <name> is not a list of fields.':
    '<name> aracının girdi şeması bir alan listesi değil.',
  'OpenAPI Toolkit: the description of the API cannot be used: <said>.':
    'OpenAPI araç seti: API tanımı kullanılamıyor: <said>.',
  'The OpenAPI description cannot be read: <said>.': 'OpenAPI tanımı okunamıyor: <said>.',

  // Nodes
  '<label> took longer than <count> seconds.': '<label> zaman aşımına uğradı (<count> sn).',
  '<label> depends on itself.': '<label>, kendisine bağımlı.',
  '<label> has no output that another node can use.':
    '<label>: başka bir düğümün kullanabileceği bir çıkışı yok.',
  '<label>: two tools are named <name>. Rename one.':
    '<label>: aynı adlı iki araç var (<name>). Birini yeniden adlandırın.',
  'This flow has several stores. Name one as stopNodeId: <names>.':
    'Bu akışta birden çok depo var. Birini stopNodeId ile belirtin: <names>.',
  '<name> is not set: no Set Variable node runs before this one.':
    '<name> ayarlanmamış: bundan önce çalışan bir Değişkene yaz düğümü yok.',
  '<label>: the table has no records.': '<label>: tabloda kayıt yok.',
  '<label>: the file has no rows below its first line.': '<label>: dosyada ilk satırdan sonra satır yok.',
  '<label>: the table is larger than this agent can compute with.':
    '<label>: tablo bu ajanın hesaplayabileceğinden büyük.',
  '<label>: its System Message needs <names>.': '<label>: sistem mesajında şunlar olmalı: <names>.',
  '<label>: {<name>} is not known in this prompt.': '<label>: bu istemde {<name>} tanımlı değil.',
  '<label>: {<name>} has no value.': '<label>: {<name>} için değer yok.',
  '<label>: the model did not write an address.': '<label>: model bir adres yazmadı.',
  '<label>: <name> is not named in the API Documentation.': '<label>: <name> API belgelerinde geçmiyor.',
  '<label>: Headers must name each value: {"name": "value"}.':
    '<label>: başlıklarda her değerin adı olmalı: {"ad": "değer"}.',
  '<label>: Format Prompt Values must name each value: {"name": "value"}.':
    '<label>: istem değerlerinde her değerin adı olmalı: {"ad": "değer"}.',
  '<label>: give <names> a value under Format Prompt Values. Only one may be left for the question.':
    '<label>: istem değerlerinde şunlara değer verin: <names>. Yalnızca biri soruya bırakılabilir.',
  "<label>: give the API's description as YAML File or YAML Link.":
    '<label>: API tanımını YAML dosyası ya da YAML bağlantısı olarak verin.',
  "<label>: the API's description <said>.": '<label>: API tanımı kullanılamıyor: <said>.',
  '<label>: this server reads SQLite and PostgreSQL, not <name> yet.':
    '<label>: bu sunucu SQLite ve PostgreSQL okur; <name> henüz desteklenmiyor.',
  '<label>: the database has no tables, or none that it may be told of.':
    '<label>: veritabanında tablo yok ya da hiçbirine izin verilmemiş.',
  '<label>: the credential must name a project, and the region must be one.':
    '<label>: kimlik bilgisinde bir proje, ayarlarda geçerli bir bölge olmalı.',
  '<label>: the function must return documents: [{ pageContent, metadata }].':
    '<label>: işlev belge döndürmeli: [{ pageContent, metadata }].',
  '<label>: reading server folders is disabled. Use File Loader and upload the files.':
    '<label>: sunucu klasörleri okunamaz. Dosya düğümünü kullanıp dosyaları yükleyin.',
  '<label>: connect the engines whose answers it is to put together.':
    '<label>: yanıtları birleştirilecek motorları bağlayın.',
  '<label>: Model must be an owner and a name, like meta/meta-llama-3-70b-instruct.':
    '<label>: model, sahip ve addan oluşmalı: meta/meta-llama-3-70b-instruct gibi.',
  '<label>: a shared credential cannot be used with a custom URL. Choose your own credential.':
    '<label>: paylaşılan kimlik bilgisi kendi adresinizle kullanılamaz. Kendi kimlik bilginizi seçin.',
  '<label>: A shared credential cannot be used with a custom URL. Choose your own credential.':
    '<label>: paylaşılan kimlik bilgisi kendi adresinizle kullanılamaz. Kendi kimlik bilginizi seçin.',
  '<label>: choose the credential of a Redis.': '<label>: bir Redis kimlik bilgisi seçin.',
  '<label>: the address must be like redis://user:password@host:6379/0.':
    '<label>: adres şuna benzemeli: redis://user:password@host:6379/0.',
  '<label>: the answer is no JSON.': '<label>: yanıt JSON değil.',
  '<label>: the answer does not fit. <place><said>.': '<label>: yanıt beklenen biçimde değil. <place><said>.',
  '<label>: the answer has <count> values instead of <most>.':
    '<label>: yanıtta <count> değer var, beklenen: <most>.',
  '<label>: JSON Structure must name at least one property.':
    '<label>: JSON yapısında en az bir özellik olmalı.',
  '<label>: Examples must be a JSON list of objects, such as [{"word": "happy"}].':
    '<label>: örnekler, nesnelerden oluşan bir JSON listesi olmalı: [{"word": "happy"}] gibi.',
  '<label>: write the prompt with {variables}; jinja is not read here.':
    '<label>: istemi {değişkenlerle} yazın; jinja desteklenmiyor.',
  '<label>: the code of Messages History must return a list of at most <count> messages.':
    '<label>: mesaj geçmişi kodu en fazla <count> mesajlık bir liste döndürmeli.',
  '<label>: message <count> of Messages History needs a role (user, assistant or system) and a text.':
    '<label>: mesaj geçmişindeki <count>. mesajın bir rolü (user, assistant ya da system) ve metni olmalı.',
  '<label>: Custom Separators must be a JSON list of texts.':
    '<label>: özel ayırıcılar, metinlerden oluşan bir JSON listesi olmalı.',
  '<label>: Chunk Overlap must be smaller than Chunk Size.':
    '<label>: parça çakışması, parça boyutundan küçük olmalı.',
  '<label>: connect the documents that are to be found.': '<label>: aranacak belgeleri bağlayın.',
  '<label>: a document has no source, so its older chunks cannot be found. Add "<name>" to its metadata or choose another cleanup mode.':
    '<label>: bir belgenin kaynağı yok, bu yüzden eski parçaları bulunamıyor. Üst verisine "<name>" ekleyin ya da başka bir temizleme yöntemi seçin.',

  // Issues of a node, before anything runs
  '<label>: <issue>.': '<label>: <issue>.',
  '<label>: <issue> (and <count> more).': '<label>: <issue> (ve <count> sorun daha).',
  '<issue> (and <count> more).': '<issue> (ve <count> sorun daha).',
  '<field> is required': '<field> gerekli',
  '<field> is not valid': '<field> geçerli değil',
  '<field> names a node that is not connected': '<field>, bağlı olmayan bir düğüme başvuruyor',
  '<field> is required, and <label> is disabled': '<field> gerekli ama <label> devre dışı',
  '<field> names <model>, which is no longer offered': '<field>: <model> artık sunulmuyor',
  'The prompt takes about <count> tokens, more than the <most> the model can read':
    'İstem yaklaşık <count> token. Modelin sınırı <most> token',
  '<field> speaks of <name>, which is not there': '<field>, olmayan bir değere başvuruyor: <name>',
  '<name> credential is required': '<name> kimlik bilgisi gerekli',
  'This server has no kind of node named <name>': 'Bu sunucuda <name> adlı bir düğüm türü yok',
  'This node depends on itself': 'Bu düğüm kendisine bağımlı',
  'This node is not connected to anything': 'Bu düğüm hiçbir şeye bağlı değil',
  'This condition has no outputs': 'Bu koşulun çıkışı yok',
  'No output of this condition leads anywhere': 'Bu koşulun hiçbir çıkışı bağlı değil',
  'A link comes from a node that is not there': 'Bir bağlantı olmayan bir düğümden geliyor',
  'The flow has no ending. Add a chain or an agent that returns the answer':
    'Akışın sonunda bir zincir ya da ajan olmalı',
  'The flow needs a start': 'Başlangıç düğümü eksik',
  'The flow has another start already': 'Akışın zaten bir başlangıcı var',
  'This store has no documents': 'Bu depoda belge yok',
  'The chosen credential is gone': 'Seçilen kimlik bilgisi silinmiş',
  'The chosen credential belongs to another service': 'Seçilen kimlik bilgisi başka bir hizmete ait',
}

const countries: Record<string, string> = {
  Turkey: 'Türkiye',
  'United States': 'Amerika Birleşik Devletleri',
  'United Kingdom': 'Birleşik Krallık',
  Germany: 'Almanya',
  France: 'Fransa',
  Italy: 'İtalya',
  Spain: 'İspanya',
  Netherlands: 'Hollanda',
  Russia: 'Rusya',
  China: 'Çin',
  Japan: 'Japonya',
  India: 'Hindistan',
  Brazil: 'Brezilya',
  Australia: 'Avustralya',
  'United Arab Emirates': 'Birleşik Arap Emirlikleri',
}

/** A document without a name, and one of a loader: `PDF File: menu.pdf`. */
function documentName(value: string): string {
  const [label, name] = value.split(/: (.*)/s)
  const prefix = name === undefined ? '' : `${labelText(label ?? '')}: `
  const document = name ?? value
  return prefix + (document === 'The document' ? 'Belge' : document)
}

const values: Record<string, (value: string) => string | undefined> = {
  country: (value) => countries[value] ?? value,
  label: labelText,
  document: documentName,
  field: nodeText,
  usd: (value) => value.replace(/[.,]/g, (sign) => (sign === '.' ? ',' : '.')),
  day: (value) => value.split('-').toReversed().join('.'),
  time: (value) => value.replace(/ minutes?$/, ' dakika'),
  service: (value) => match(value) ?? labelText(value),
  reason: (value) => sentences[value] ?? match(value) ?? value,
  issue: (value) => sentences[`${value}.`]?.replace(/\.$/, '') ?? match(value),
}

const match = createMatcher(patterns, (name, value) => (values[name] ? values[name](value) : value))

export const translateSentence = match
