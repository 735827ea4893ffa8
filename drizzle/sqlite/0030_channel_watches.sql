CREATE TABLE `channel_watches` (
	`channel_id` text PRIMARY KEY NOT NULL,
	`cursor` text,
	`claim_id` text,
	`lease_date` integer,
	FOREIGN KEY (`channel_id`) REFERENCES `channels`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `channel_watches_claim` ON `channel_watches` (`claim_id`);--> statement-breakpoint
ALTER TABLE `channel_chats` ADD `sender` text;--> statement-breakpoint
CREATE INDEX `channel_chats_sender` ON `channel_chats` (`channel_id`,`sender`);--> statement-breakpoint
ALTER TABLE `channel_parts` ADD `is_automatic` integer DEFAULT true NOT NULL;