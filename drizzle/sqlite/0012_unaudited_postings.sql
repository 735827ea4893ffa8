-- Written by hand: admins' postings from before audit entries named the posting they are about.
INSERT INTO unaudited_postings (posting_id) SELECT id FROM postings WHERE actor_kind = 'admin';
