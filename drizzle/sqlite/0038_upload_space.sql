CREATE TABLE `upload_space` (
	`flow_id` text NOT NULL,
	`party` text NOT NULL,
	`files` integer NOT NULL,
	`bytes` integer NOT NULL,
	`reserved_date` integer NOT NULL,
	`busy_until` integer NOT NULL,
	PRIMARY KEY(`flow_id`, `party`),
	FOREIGN KEY (`flow_id`) REFERENCES `flows`(`id`) ON UPDATE no action ON DELETE no action
);
