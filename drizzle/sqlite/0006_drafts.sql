CREATE TABLE `flow_drafts` (
	`flow_id` text PRIMARY KEY NOT NULL,
	`revision` integer NOT NULL,
	`flow_data` text,
	`thumbnail` text,
	`node_count` integer,
	`changes` text,
	`user_id` text NOT NULL,
	`begun_date` integer NOT NULL,
	`saved_date` integer NOT NULL,
	FOREIGN KEY (`flow_id`) REFERENCES `flows`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `flow_drafts_user` ON `flow_drafts` (`user_id`);--> statement-breakpoint
ALTER TABLE `flow_versions` ADD `name` text;--> statement-breakpoint
ALTER TABLE `flow_versions` ADD `reason` text DEFAULT 'published' NOT NULL;--> statement-breakpoint
ALTER TABLE `flow_versions` ADD `published_date` integer;--> statement-breakpoint
ALTER TABLE `flow_versions` ADD `thumbnail` text;--> statement-breakpoint
ALTER TABLE `flow_versions` ADD `changes` text;--> statement-breakpoint
-- Until now whatever was saved answered.
UPDATE `flow_versions` SET `published_date` = `created_date`;
