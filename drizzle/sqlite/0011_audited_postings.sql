CREATE TABLE `unaudited_postings` (
	`posting_id` text PRIMARY KEY NOT NULL,
	FOREIGN KEY (`posting_id`) REFERENCES `postings`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
ALTER TABLE `audit_entries` ADD `posting_id` text REFERENCES postings(id);--> statement-breakpoint
CREATE UNIQUE INDEX `audit_entries_posting` ON `audit_entries` (`posting_id`);