CREATE TABLE `notifications` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`topic` text NOT NULL,
	`params` text NOT NULL,
	`flow_id` text,
	`link` text,
	`count` integer NOT NULL,
	`created_date` integer NOT NULL,
	`updated_date` integer NOT NULL,
	`read_date` integer,
	FOREIGN KEY (`flow_id`) REFERENCES `flows`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `notifications_unread` ON `notifications` (`user_id`,`topic`) WHERE "notifications"."read_date" is null;--> statement-breakpoint
CREATE INDEX `notifications_user` ON `notifications` (`user_id`,`updated_date`);